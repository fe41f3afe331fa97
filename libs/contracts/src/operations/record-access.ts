import { z } from 'zod';
import { keyText } from '../text-bounds.ts';
import { audienceSchema } from '../events/audience.ts';
import { defineOperation, extensionHosts } from '../operation.ts';

const id = z.int();

/** Whether the caller may view or update a record. Missing and forbidden records give the same answer. */
export const recordsAuthorize = defineOperation({
  name: 'records.authorize',
  kind: 'read',
  audience: 'caller',
  callers: [...extensionHosts, 'comments'],
  summary: 'Whether the caller may view or update a record.',
  input: z.object({
    post_type: keyText,
    id,
    action: z.enum(['view', 'update']),
    /** Whether the answer contains `name` and `audience`, which the notifications of a comment need. */
    with_audience: z.boolean().optional(),
    /** Whether the caller is about to comment. Then the answer can be `nothing_follows`, and the record becomes one they worked on last. */
    to_comment: z.boolean().optional(),
  }),
  output: z.object({
    allowed: z.boolean(),
    /** With `with_audience`: the name of the record, and the users who may have to be notified. */
    name: z.string().optional(),
    audience: audienceSchema.optional(),
    /** For action `view`: extensions filter the comments that are shown, with `records.filter_comments`. */
    filters_comments: z.literal(true).optional(),
    /** With `to_comment`: no action of an extension follows the comment, so `records.comment_created` need not be sent. */
    nothing_follows: z.literal(true).optional(),
  }),
});

/** Passes comments of a record through the filters of extensions, before the comments service shows them (docs/guides/extension-hooks.md#filters). */
export const recordsFilterComments = defineOperation({
  name: 'records.filter_comments',
  kind: 'read',
  audience: 'caller',
  callers: ['comments'],
  summary: 'Comments of a record after the filters of extensions.',
  input: z.object({ post_type: keyText, id, comments: z.array(z.looseObject({})) }),
  output: z.object({ comments: z.array(z.looseObject({})) }),
});
