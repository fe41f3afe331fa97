import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { audienceSchema } from '../events/audience.ts';
import { eventActorSchema } from '../events/event.ts';
import { listLimits } from '../list-query.ts';
import { clients, defineOperation, extensionHosts } from '../operation.ts';
import { commentsImport } from './imports.ts';

const address = { post_type: z.string(), id: z.int() };
const commentType = z.string().optional();
const meta = z.unknown().optional();

/** What the HTTP request reveals about its sender, stored with a comment. */
const origin = z.object({ ip: z.string(), user_agent: z.string() });

/** The two representations of comment meta are one here: key → list of `{id, value}` (docs/comments.md); `[]` when there is none. */
const commentMeta = z.union([
  z.record(z.string(), z.array(z.object({ id: z.string(), value: z.string().nullable() }))),
  z.array(z.never()),
]);

/** A comment as create and update answer it; all values are text. */
export const commentSchema = z.object({
  comment_ID: z.string(),
  comment_post_ID: z.string(),
  comment_author: z.string(),
  comment_author_email: z.string(),
  comment_author_url: z.string(),
  comment_author_IP: z.string(),
  /** `YYYY-MM-DD HH:MM:SS`. */
  comment_date: z.string(),
  comment_date_gmt: z.string(),
  comment_content: z.string(),
  comment_karma: z.string(),
  comment_approved: z.string(),
  comment_agent: z.string(),
  comment_type: z.string(),
  comment_parent: z.string(),
  user_id: z.string(),
  comment_meta: commentMeta,
});

/** A comment as lists show it: fewer keys, an avatar, and reactions by key (`[]` when there are none). */
export const commentItemSchema = z.object({
  comment_ID: z.string(),
  comment_author: z.string(),
  comment_date: z.string(),
  comment_date_gmt: z.string(),
  gravatar: z.string(),
  comment_content: z.string(),
  user_id: z.string(),
  comment_type: z.string(),
  comment_post_ID: z.string(),
  comment_reactions: z.union([
    z.record(z.string(), z.array(z.object({ name: z.string(), user_id: z.string() }))),
    z.array(z.never()),
  ]),
  comment_meta: commentMeta,
});

/** The comments of a record (docs/comments.md#reading). */
export const commentsList = defineOperation({
  name: 'comments.list',
  kind: 'read',
  audience: 'caller',
  callers: clients,
  summary: 'The comments of a record, newest first.',
  input: z.object({
    ...address,
    number: z.coerce.number().int().min(0).optional(),
    offset: z.coerce.number().int().min(0).optional(),
  }),
  output: z.object({
    comments: z.array(commentItemSchema),
    total: z.int(),
    /** Where to go on: there are more than one answer holds. */
    next_offset: z.int().optional(),
  }),
  errors: ['get_post_comments'],
});

/** Comments on a record (docs/comments.md#writing). */
export const commentsCreate = defineOperation({
  name: 'comments.create',
  kind: 'write',
  audience: 'caller',
  callers: clients,
  summary: 'Comment on a record.',
  input: z.object({
    ...address,
    comment: z.string(),
    date: z.string().optional(),
    comment_type: commentType,
    meta,
    silent: z.boolean(),
    origin,
  }),
  output: commentSchema,
  incidental: ['origin'],
  errors: ['add_post_comment'],
});

/** Changes a comment, for its author alone. */
export const commentsUpdate = defineOperation({
  name: 'comments.update',
  kind: 'write',
  audience: 'caller',
  callers: clients,
  summary: 'Change the text, type or meta of one’s own comment.',
  input: z.object({ ...address, comment_id: z.int(), comment: z.string(), comment_type: commentType, meta }),
  output: commentSchema,
  errors: ['update_post_comment'],
});

/** Deletes a comment, for its author alone. */
export const commentsDelete = defineOperation({
  name: 'comments.delete',
  kind: 'write',
  audience: 'caller',
  callers: clients,
  summary: 'Delete one’s own comment.',
  input: z.object({ ...address, comment_id: z.int() }),
  output: z.literal(true),
  errors: ['delete_post_comment'],
});

/** One’s reaction to a comment, added or taken back (docs/comments.md). */
export const commentsReact = defineOperation({
  name: 'comments.react',
  kind: 'write',
  audience: 'caller',
  callers: clients,
  summary: 'React to a comment, or take the reaction back.',
  input: z.object({ ...address, comment_id: z.int(), reaction: z.string() }),
  /** Added: the ids of the users who had it before. Taken back: true. */
  output: z.union([z.array(z.string()), z.literal(true)]),
  errors: ['toggle_post_comment_reaction'],
});

/** How many records a text in comments may find for a list. */
export const maxCommentedRecords = 10_000;

/** For lists that search a text in comments: the asking service filters the records by what the caller may see. */
export const commentsFindRecords = defineOperation({
  name: 'comments.find_records',
  kind: 'list',
  audience: 'caller',
  callers: extensionHosts,
  summary: 'The records of a type of which a comment contains a text.',
  input: z.object({ post_type: z.string(), text: z.string().min(1).max(listLimits.text) }),
  output: z.object({
    record_ids: z.array(z.int()),
    /** There are more records than the answer has: the text is too common. */
    has_more: z.boolean(),
  }),
  errors: ['search_viewable_post'],
});

/** For the search: those of the comments in its index that have changed since. Unchanged ones are not in the answer. */
export const commentsChanged = defineOperation({
  name: 'comments.changed',
  kind: 'read',
  audience: 'service',
  callers: ['search'],
  summary: 'Which of some comments have changed since a version, and which are gone.',
  input: z.object({ comments: z.array(z.object({ id: z.int(), version: z.int() })).max(2_000) }),
  output: z.object({
    changed: z.array(z.object({ id: z.int(), record_id: z.int(), content: z.string() })),
    gone: z.array(z.int()),
  }),
  errors: [],
});

/** Who wrote a comment: a user, a site link under its label, or a part of the system under its name. */
export const commentAuthorSchema = eventActorSchema.extend({ email: z.string() });

/** Who wrote a comment. */
export type CommentAuthor = z.infer<typeof commentAuthorSchema>;

/** A comment that belongs to a write of a record. */
export const addedCommentSchema = z.object({
  /** HTML, which is cleaned as in every comment; the sender ensures that something of it is left. */
  text: z.string(),
  /** The type; `comment` when absent. */
  type: z.string().optional(),
  author: commentAuthorSchema,
  /** Unix seconds: of the write, however late it is carried out. */
  date: z.int(),
  /** Whether no user is notified of the comment. */
  silent: z.boolean(),
  /** Further meta: key → value. */
  meta: z.record(z.string(), z.string()).optional(),
});

/** A comment that belongs to a write of a record. */
export type AddedComment = z.infer<typeof addedCommentSchema>;

/** Writes the comments that come with the write of a record: its notes, or that it was updated rather than created. */
export const addComments = defineCommand({
  name: 'comments.add',
  sender: 'records',
  summary: 'Add the comments that belong to a write of a record.',
  input: z.object({
    post_type: z.string(),
    record_id: z.int(),
    comments: z.array(addedCommentSchema).max(2_000),
    /** The name of the record, and the users who may have to be notified, as of the write. */
    record_name: z.string().optional(),
    audience: audienceSchema.optional(),
    /** Whether the comments get ids and are not stored, so that the answer does not reveal whether the record exists. */
    discarded: z.boolean().optional(),
  }),
  /** One id for each, in their order; of a text that became several comments the first one's. */
  result: z.object({ ids: z.array(z.string()) }),
});

/** Two records were merged: the comments of the duplicate go to the primary. */
export const moveComments = defineCommand({
  name: 'comments.move',
  sender: 'records',
  summary: 'Move all comments of a record to another one of its type.',
  input: z.object({ post_type: z.string(), from_id: z.int(), to_id: z.int() }),
  /** How many comments this delivery of the command moved. */
  result: z.object({ moved: z.int() }),
});

/** A record was deleted: its comments go with it. */
export const purgeComments = defineCommand({
  name: 'comments.purge',
  sender: 'records',
  summary: 'Delete all comments of a deleted record, or move them where it was merged.',
  input: z.object({ post_type: z.string(), record_id: z.int(), moved_to: z.int().optional() }),
  result: z.object({ deleted: z.int() }),
});

/** Every operation of comments. */
export const commentsOperations = [
  commentsList,
  commentsCreate,
  commentsUpdate,
  commentsDelete,
  commentsReact,
  commentsFindRecords,
  commentsChanged,
  commentsImport,
] as const;
