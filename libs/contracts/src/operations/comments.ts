import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { defineOperation } from '../operation.ts';

const address = { post_type: z.string(), id: z.int() };
const commentType = z.string().optional();
const meta = z.unknown().optional();

/** What the HTTP request says of its sender, kept with a comment. */
const origin = z.object({ ip: z.string(), user_agent: z.string() });

/** The two representations of comment meta are one here: key → list of `{id, value}` (spec 2.4); `[]` when there is none. */
const commentMeta = z.union([
  z.record(z.string(), z.array(z.object({ id: z.string(), value: z.string() }))),
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

/** Spec 4.3, get comments. */
export const commentsList = defineOperation({
  name: 'comments.list',
  kind: 'read',
  audience: 'caller',
  summary: 'The comments of a record, newest first.',
  input: z.object({
    ...address,
    number: z.coerce.number().int().min(0).optional(),
    offset: z.coerce.number().int().min(0).optional(),
  }),
  output: z.object({ comments: z.array(commentItemSchema), total: z.int() }),
  errors: ['get_post_comments'],
});

/** Spec 4.3, create comment. */
export const commentsCreate = defineOperation({
  name: 'comments.create',
  kind: 'write',
  audience: 'caller',
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

/** Spec 4.3, update comment. */
export const commentsUpdate = defineOperation({
  name: 'comments.update',
  kind: 'write',
  audience: 'caller',
  summary: 'Change the text, type or meta of one’s own comment.',
  input: z.object({ ...address, comment_id: z.int(), comment: z.string(), comment_type: commentType, meta }),
  output: commentSchema,
  errors: ['update_post_comment'],
});

/** Spec 4.3, delete comment. */
export const commentsDelete = defineOperation({
  name: 'comments.delete',
  kind: 'write',
  audience: 'caller',
  summary: 'Delete one’s own comment.',
  input: z.object({ ...address, comment_id: z.int() }),
  output: z.literal(true),
  errors: ['delete_post_comment'],
});

/** A record was deleted: its comments go with it. */
export const purgeComments = defineCommand({
  name: 'comments.purge',
  sender: 'records',
  summary: 'Delete all comments of a deleted record.',
  input: z.object({ post_type: z.string(), record_id: z.int() }),
  result: z.object({ deleted: z.int() }),
});

/** Every operation of comments. */
export const commentsOperations = [commentsList, commentsCreate, commentsUpdate, commentsDelete] as const;
