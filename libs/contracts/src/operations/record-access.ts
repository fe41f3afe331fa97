import { z } from 'zod';
import { audienceSchema } from '../events/audience.ts';
import { defineOperation, extensionHosts } from '../operation.ts';

const id = z.int();

/** Whether the caller may view or update one record. Missing and forbidden are the same answer. */
export const recordsAuthorize = defineOperation({
  name: 'records.authorize',
  kind: 'read',
  audience: 'caller',
  callers: [...extensionHosts, 'comments'],
  summary: 'Whether the caller may view or update a record.',
  input: z.object({
    post_type: z.string(),
    id,
    action: z.enum(['view', 'update']),
    /** Whether permitted users are to be notified, which needs the users whom the record concerns. */
    with_audience: z.boolean().optional(),
    /** The caller is about to comment: notes the record as their latest, and asks whether anything follows from the comment. */
    to_comment: z.boolean().optional(),
  }),
  output: z.object({
    allowed: z.boolean(),
    /** With `with_audience`, for permitted callers: the name of the record, and the users who may have to be notified. */
    name: z.string().optional(),
    audience: audienceSchema.optional(),
    /** For callers who may view: extensions filter its shown comments (`records.filter_comments`). */
    filters_comments: z.literal(true).optional(),
    /** With `to_comment`: nothing has to be done when the comment is there (`records.comment_created`). */
    nothing_follows: z.literal(true).optional(),
  }),
  errors: [],
});

/** The comments of a record after the filters of extensions; the comments service asks for its reader (docs/extensions.md#filters). */
export const recordsFilterComments = defineOperation({
  name: 'records.filter_comments',
  kind: 'read',
  audience: 'caller',
  callers: ['comments'],
  summary: 'Comments of a record as extensions have them shown.',
  input: z.object({ post_type: z.string(), id, comments: z.array(z.looseObject({})) }),
  output: z.object({ comments: z.array(z.looseObject({})) }),
  errors: ['extension_refused'],
});

/** What other services ask of a record before they show or change what belongs to it. */
export const recordAccessOperations = [recordsAuthorize, recordsFilterComments] as const;
