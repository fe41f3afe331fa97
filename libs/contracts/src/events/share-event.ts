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
      /** The user is not notified: the share was automatic, or was removed. */
      silent: z.boolean(),
    }),
  }),
);

/** A share of a record was added or removed. */
export type ShareEvent = z.infer<typeof shareEventSchema>;
