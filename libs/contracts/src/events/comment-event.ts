import { z } from 'zod';
import { lineText, longText } from '../text-bounds.ts';
import { audienceSchema } from './audience.ts';
import { changeSchema, cloudEvent } from './event.ts';

/** `svc.comment.created`, `.updated`, `.deleted`. `content` is empty for `deleted`. */
export const commentEventSchema = cloudEvent(
  changeSchema.extend({
    comment: z.object({
      id: z.int(),
      post_type: lineText,
      record_id: z.int(),
      version: z.int(),
      type: lineText,
      author_id: z.int(),
      author_name: lineText.optional().describe('The display name of an author who is not a user.'),
      content: longText,
      silent: z
        .boolean()
        .optional()
        .describe(
          'For a new comment: whether no user is notified of it. When a text is split into several comments, all but the first are silent.',
        ),
      mentions: z
        .array(z.int())
        .optional()
        .describe(
          'For a new comment that is not silent: ids of the users whom its text mentions. These users may not exist.',
        ),
      record_name: longText
        .optional()
        .describe('For a new comment that is not silent: the name of the record when it was written.'),
      audience: audienceSchema
        .optional()
        .describe(
          'For a new comment that is not silent: the users who may have to be notified, as of when it was written.',
        ),
    }),
  }),
);

/** A change of a comment. */
export type CommentEvent = z.infer<typeof commentEventSchema>;
