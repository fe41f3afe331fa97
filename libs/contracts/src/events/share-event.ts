import { z } from 'zod';
import { changeSchema, cloudEvent } from './event.ts';

/** `svc.share.created`, `.deleted`: a record was shared with a user, or is no longer, whatever caused it. */
export const shareEventSchema = cloudEvent(
  changeSchema.extend({
    share: z.object({
      post_type: z.string(),
      record_id: z.int(),
      record_name: z.string(),
      user_id: z.int(),
      /** Of the record. */
      version: z.int(),
      /** The user is not to be told: it followed from something else, or was taken away. */
      silent: z.boolean(),
    }),
  }),
);

/** A change of whom a record is shared with. */
export type ShareEvent = z.infer<typeof shareEventSchema>;
