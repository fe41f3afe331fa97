import { z } from 'zod';
import { lineText } from '../text-bounds.ts';
import { changeSchema, cloudEvent } from './event.ts';

/**
 * `svc.view.created`, on the stream of views: users looked at records. An instance of records collects views and publishes them together.
 * They are not committed with a change, so a killed instance may lose some.
 */
export const viewEventSchema = cloudEvent(
  changeSchema.extend({
    views: z.array(
      z.object({
        user_id: z.int(),
        post_type: lineText,
        record_id: z.int(),
        /** RFC 3339. */
        at: lineText,
      }),
    ),
  }),
);

/** Views of records. */
export type ViewEvent = z.infer<typeof viewEventSchema>;
