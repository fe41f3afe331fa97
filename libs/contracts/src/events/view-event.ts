import { z } from 'zod';
import { changeSchema, cloudEvent } from './event.ts';

/**
 * `svc.view.created`, on the stream of views: users looked at records; one event for the views that an instance of records has gathered in a moment. It is no
 * change that was committed: an instance that dies may lose some.
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
