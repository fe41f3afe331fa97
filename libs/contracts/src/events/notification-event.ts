import { z } from 'zod';
import { keyText } from '../text-bounds.ts';
import { changeSchema, cloudEvent } from './event.ts';

/** `svc.notification.created`: a user got a notification that the web client lists. The event does not contain its text. */
export const notificationEventSchema = cloudEvent(
  changeSchema.extend({
    notification: z.object({
      id: z.int(),
      user_id: z.int(),
      name: keyText.describe('The notification rule, for example `mention`.'),
      post_type: keyText,
      record_id: z.int(),
    }),
  }),
);

/** The event of a new notification. */
export type NotificationEvent = z.infer<typeof notificationEventSchema>;
