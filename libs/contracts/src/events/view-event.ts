import { z } from 'zod';
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
        post_type: z.string(),
        record_id: z.int(),
        /** RFC 3339. */
        at: z.string(),
      }),
    ),
  }),
);

/** Views of records. */
export type ViewEvent = z.infer<typeof viewEventSchema>;
