import { z } from 'zod';
import { keyText } from '../text-bounds.ts';
import { defineGatewayOperation } from '../operation.ts';

/** A number from JSON or from a form. */
const sentNumber = z.union([z.number(), keyText]).nullable().optional();

/** A switch from JSON or from a form; off when absent. */
const sentSwitch = z.union([z.boolean(), z.number(), keyText]).nullable().optional();

/** A notification as clients read it. All values are text, except `pretty_time`. */
const notificationSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  /** The user who caused the notification; `0` when it was not a user. */
  source_user_id: z.string(),
  post_id: z.string(),
  /** The id of the comment, or of the user who declined the contact; otherwise `0`. */
  secondary_item_id: z.string(),
  notification_name: z.string(),
  /** `alert`, `comment` or `mentioned`. */
  notification_action: z.string(),
  /** HTML with a link to the record, in the caller's language. */
  notification_note: z.string(),
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  date_notified: z.string(),
  /** `1` while the notification is unread, then `0`. */
  is_new: z.string(),
  /** The channels, for example `web, email`. */
  channels: z.string(),
  field_key: z.string(),
  field_value: z.string(),
  post_title: z.string(),
  /** The age of the notification in the caller's language, and its day as `m/d/Y`. */
  pretty_time: z.tuple([z.string(), z.string()]),
});

/** The web notifications of the caller, newest first. */
export const usersNotifications = defineGatewayOperation({
  name: 'users.notifications',
  kind: 'read',
  summary: 'The notifications of the caller.',
  input: z.object({
    /** Whether read notifications are included. */
    all: sentSwitch,
    /** The number of notifications to skip, despite its name. */
    page: sentNumber,
    limit: sentNumber,
    /** Whether only mentions are included. */
    mentions: sentSwitch,
  }),
  output: z.array(notificationSchema),
  errors: ['notification_param_error'],
});

/** The number of unread notifications of the caller. */
export const usersNewNotificationsCount = defineGatewayOperation({
  name: 'users.new_notifications_count',
  kind: 'read',
  summary: 'The number of unread notifications of the caller.',
  input: z.object({}),
  output: z.int(),
});

/** The id of a notification of the caller. The id of another user's notification gives the same answer as an unknown id. */
const ownNotification = z.object({ id: z.int() });

/** Returns 1, or 0 when the notification was read already. */
export const usersMarkNotificationViewed = defineGatewayOperation({
  name: 'users.mark_notification_viewed',
  kind: 'write',
  summary: 'Mark a notification of the caller as read.',
  input: ownNotification,
  output: z.int(),
  errors: ['rest_forbidden'],
});

/** Returns 1, or 0 when the notification was unread already. A later view of its record marks it as read again. */
export const usersMarkNotificationUnread = defineGatewayOperation({
  name: 'users.mark_notification_unread',
  kind: 'write',
  summary: 'Mark a notification of the caller as unread.',
  input: ownNotification,
  output: z.int(),
  errors: ['rest_forbidden'],
});

/** Returns the number of notifications that were unread. */
export const usersMarkAllNotificationsViewed = defineGatewayOperation({
  name: 'users.mark_all_notifications_viewed',
  kind: 'write',
  summary: 'Mark all notifications of the caller as read.',
  input: z.object({ user_id: z.int() }),
  output: z.int(),
  errors: ['rest_forbidden'],
});

/** The announcement of a release that the caller has not read: clients request it, and there is none. */
export const usersOpenRelease = defineGatewayOperation({
  name: 'users.open_release',
  kind: 'read',
  summary: 'The announcement of a release that the caller has not read.',
  input: z.object({}),
  output: z.object({ success: z.literal(true), version: z.string() }),
  errors: ['no_unread_release'],
});
