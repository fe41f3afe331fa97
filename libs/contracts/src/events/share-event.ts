import { z } from 'zod';
import { lineText, longText } from '../text-bounds.ts';
import { changeSchema, cloudEvent } from './event.ts';

/** `svc.share.created`, `.deleted`: a record was shared with a user, or the share was removed, by a request or automatically. */
export const shareEventSchema = cloudEvent(
  changeSchema.extend({
    share: z.object({
      post_type: lineText,
      record_id: z.int(),
      record_name: longText,
      user_id: z.int(),
      version: z.int().describe('The version of the record.'),
      silent: z
        .boolean()
        .describe('Whether the user is not notified: the share was made automatically, or was removed.'),
    }),
  }),
);

/** The event of a share that was added or removed. */
export type ShareEvent = z.infer<typeof shareEventSchema>;
