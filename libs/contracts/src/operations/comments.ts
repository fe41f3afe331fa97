import { z } from 'zod';
import { keyText, lineText, longText } from '../text-bounds.ts';
import { defineCommand } from '../command.ts';
import { audienceSchema } from '../events/audience.ts';
import { eventActorSchema } from '../events/event.ts';
import { listLimits } from '../list-query.ts';
import { defineClientOperation, defineOperation, extensionHosts } from '../operation.ts';
import { shownAs } from '../shown-shape.ts';

const address = { post_type: keyText, id: z.int() };
const commentType = keyText.optional();
const metaValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const meta = shownAs(z.unknown(), z.record(z.string(), z.union([metaValue, z.array(metaValue)]))).optional();

/** The client's address and user agent, which are stored with a comment. */
const origin = z.object({ ip: lineText, user_agent: lineText });

/** The meta of a comment: key → list of `{id, value}` (docs/guides/comments.md); `[]` when there is none. */
const commentMeta = z.union([
  z.record(z.string(), z.array(z.object({ id: z.string(), value: z.string().nullable() }))),
  z.array(z.never()),
]);

/** A comment in the answers of create and update. All values are text. */
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

/** A comment in a list: with fewer keys, an avatar, and reactions by key (`[]` when there are none). */
const commentItemSchema = z.object({
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

/** The comments of a record (docs/guides/comments.md#reading). */
export const commentsList = defineClientOperation({
  name: 'comments.list',
  kind: 'read',
  summary: 'The comments of a record, newest first.',
  input: z.object({
    ...address,
    number: z.coerce.number().int().min(0).optional(),
    offset: z.coerce.number().int().min(0).optional(),
  }),
  output: z.object({
    comments: z.array(commentItemSchema),
    total: z.int(),
    /** The offset of the next page; absent on the last. */
    next_offset: z.int().optional(),
  }),
  errors: ['get_post_comments'],
});

/** Adds a comment to a record (docs/guides/comments.md#writing). */
export const commentsCreate = defineClientOperation({
  name: 'comments.create',
  kind: 'write',
  summary: 'Comment on a record.',
  input: z.object({
    ...address,
    comment: longText,
    date: lineText.optional(),
    comment_type: commentType,
    meta,
    silent: z.boolean(),
    origin,
  }),
  output: commentSchema,
  incidental: ['origin'],
  errors: ['add_post_comment'],
});

/** Changes a comment; only its author may. */
export const commentsUpdate = defineClientOperation({
  name: 'comments.update',
  kind: 'write',
  summary: 'Change the text, type or meta of one’s own comment.',
  input: z.object({ ...address, comment_id: z.int(), comment: longText, comment_type: commentType, meta }),
  output: commentSchema,
  errors: ['update_post_comment'],
});

/** Deletes a comment; only its author may. */
export const commentsDelete = defineClientOperation({
  name: 'comments.delete',
  kind: 'write',
  summary: 'Delete one’s own comment.',
  input: z.object({ ...address, comment_id: z.int() }),
  output: z.literal(true),
  errors: ['delete_post_comment'],
});

/** Adds the caller's reaction to a comment, or removes it if it exists (docs/guides/comments.md). */
export const commentsReact = defineClientOperation({
  name: 'comments.react',
  kind: 'write',
  summary: 'Add a reaction to a comment, or remove it.',
  input: z.object({ ...address, comment_id: z.int(), reaction: keyText }),
  /** When the reaction was added: the ids of the users who had reacted so before. When it was removed: true. */
  output: z.union([z.array(z.string()), z.literal(true)]),
  errors: ['toggle_post_comment_reaction'],
});

/** The maximum number of records that a text in comments may find for a list. */
export const maxCommentedRecords = 10_000;

/** Finds records by a text in their comments, for lists. The calling service removes the records that the caller may not see. */
export const commentsFindRecords = defineOperation({
  name: 'comments.find_records',
  kind: 'list',
  audience: 'caller',
  callers: extensionHosts,
  summary: 'The records of a type with a comment that contains a text.',
  input: z.object({ post_type: keyText, text: z.string().min(1).max(listLimits.text) }),
  output: z.object({
    record_ids: z.array(z.int()),
    /** Whether there are more records than `maxCommentedRecords`: the text is too common. */
    has_more: z.boolean(),
  }),
  errors: ['search_viewable_post'],
});

/** Compares versions of indexed comments with the stored ones, for the search. The answer omits unchanged comments. */
export const commentsChanged = defineOperation({
  name: 'comments.changed',
  kind: 'read',
  callers: ['search'],
  summary: 'The changed and the deleted ones of some comments, compared with known versions.',
  input: z.object({ comments: z.array(z.object({ id: z.int(), version: z.int() })).max(2_000) }),
  output: z.object({
    changed: z.array(z.object({ id: z.int(), record_id: z.int(), content: z.string() })),
    gone: z.array(z.int()),
  }),
});

/** The author of a comment: a user, a site link with its label as name, or a part of the system with its name. */
export const commentAuthorSchema = eventActorSchema.extend({ email: lineText });

/** The author of a comment: see `commentAuthorSchema`. */
export type CommentAuthor = z.infer<typeof commentAuthorSchema>;

/** A comment that a write of a record adds. */
export const addedCommentSchema = z.object({
  /** HTML, which is cleaned as in every comment. The sender checks that the cleaned text is not empty. */
  text: longText,
  /** The type; `comment` when absent. */
  type: keyText.optional(),
  author: commentAuthorSchema,
  /** The time of the write in Unix seconds, even when the command is carried out later. */
  date: z.int(),
  /** Whether no user is notified of the comment. */
  silent: z.boolean(),
  /** Further meta: key → value. */
  meta: z.record(lineText, longText).optional(),
});

/** A comment that a write of a record adds: see `addedCommentSchema`. */
export type AddedComment = z.infer<typeof addedCommentSchema>;

/** Adds the comments of a write: its notes, and the remark that a create has updated an existing record. */
export const addComments = defineCommand({
  name: 'comments.add',
  sender: 'records',
  summary: 'Add the comments that belong to a write of a record.',
  input: z.object({
    post_type: keyText,
    record_id: z.int(),
    comments: z.array(addedCommentSchema).max(2_000),
    /** The name of the record, and the users who may have to be notified, as of the write. */
    record_name: lineText.optional(),
    audience: audienceSchema.optional(),
    /** Whether the comments only get ids and are not stored, so that the answer does not reveal whether the record exists. */
    discarded: z.boolean().optional(),
  }),
  /** One id for each comment, in their order. For a text that was split into several comments, it is the id of the first. */
  result: z.object({ ids: z.array(z.string()) }),
});

/** Moves the comments of a duplicate to the primary, after a merge. */
export const moveComments = defineCommand({
  name: 'comments.move',
  sender: 'records',
  summary: 'Move all comments of a record to another one of its type.',
  input: z.object({ post_type: keyText, from_id: z.int(), to_id: z.int() }),
  /** The number of comments that this delivery of the command moved. */
  result: z.object({ moved: z.int() }),
});

/** Deletes the comments of a deleted record; with `moved_to`, moves them to the record into which it was merged. */
export const purgeComments = defineCommand({
  name: 'comments.purge',
  sender: 'records',
  summary: 'Delete all comments of a deleted record, or move those of a merged record to the primary one.',
  input: z.object({ post_type: keyText, record_id: z.int(), moved_to: z.int().optional() }),
  result: z.object({ deleted: z.int() }),
});
