import { z } from 'zod';
import { audienceSchema } from './audience.ts';
import { changeSchema, cloudEvent } from './event.ts';

/** `svc.comment.created`, `.updated`, `.deleted`. `content` is empty for `deleted`. */
export const commentEventSchema = cloudEvent(
  changeSchema.extend({
    comment: z.object({
      id: z.int(),
      post_type: z.string(),
      record_id: z.int(),
      version: z.int(),
      type: z.string(),
      author_id: z.int(),
      /** The shown name of an author who is not a user. */
      author_name: z.string().optional(),
      content: z.string(),
      /** Of a new comment: nobody is to be notified of it. So are the further ones of a text that became several. */
      silent: z.boolean().optional(),
      /** For a new comment that is not silent: users whom its text mentions, whether they exist or not. */
      mentions: z.array(z.int()).optional(),
      /** For a new comment that is not silent: the name of the record at the time. */
      record_name: z.string().optional(),
      /** For a new comment that is not silent: the users who may have to be notified, at the time. */
      audience: audienceSchema.optional(),
    }),
  }),
);

/** A change of a comment. */
export type CommentEvent = z.infer<typeof commentEventSchema>;
