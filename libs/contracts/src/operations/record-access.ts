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
    /** Whoever is allowed to is to be told of something: of whom does the record speak? */
    with_audience: z.boolean().optional(),
    /** They are about to comment on it: it is what they worked on last, and does anything follow? */
    to_comment: z.boolean().optional(),
  }),
  output: z.object({
    allowed: z.boolean(),
    /** With `with_audience`, of who is allowed to: what the record is called, and who may have to be told. */
    name: z.string().optional(),
    audience: audienceSchema.optional(),
    /** Of who may view: extensions filter what is shown of its comments (`records.filter_comments`). */
    filters_comments: z.literal(true).optional(),
    /** With `to_comment`: nothing has to be done when the comment is there (`records.comment_created`). */
    nothing_follows: z.literal(true).optional(),
  }),
  errors: [],
});

/** Comments of a record as the filters of extensions leave them, asked by the comments service for who reads them (docs/extensions.md#filters). */
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
