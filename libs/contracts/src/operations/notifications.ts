import { z } from 'zod';
import { defineOperation } from '../operation.ts';

/** A number as JSON and as a form have it. */
const sentNumber = z.union([z.number(), z.string()]).nullable().optional();

/** A switch as JSON and as a form have it; what is absent is off. */
const sentSwitch = z.union([z.boolean(), z.number(), z.string()]).nullable().optional();

/** A notification as clients read it: texts all of them, but for `pretty_time`. */
export const notificationSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  /** `0` if it was not a user. */
  source_user_id: z.string(),
  post_id: z.string(),
  /** Id of the comment, or of the user who declined; else `0`. */
  secondary_item_id: z.string(),
  notification_name: z.string(),
  /** `alert`, `comment` or `mentioned`. */
  notification_action: z.string(),
  /** HTML, with a link to the record, in the caller's language. */
  notification_note: z.string(),
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  date_notified: z.string(),
  /** `1` while it is unread, else `0`. */
  is_new: z.string(),
  /** As in `web, email`. */
  channels: z.string(),
  field_key: z.string(),
  field_value: z.string(),
  post_title: z.string(),
  /** How long ago, in the caller's language, and the day as `m/d/Y`. */
  pretty_time: z.tuple([z.string(), z.string()]),
});

/** The web notifications of the caller, newest first. */
export const usersNotifications = defineOperation({
  name: 'users.notifications',
  kind: 'read',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'What the caller was notified of.',
  input: z.object({
    /** Include notifications that are read. */
    all: sentSwitch,
    /** How many to leave out, for all its name. */
    page: sentNumber,
    limit: sentNumber,
    /** Only mentions. */
    mentions: sentSwitch,
  }),
  output: z.array(notificationSchema),
  errors: ['notification_param_error'],
});

/** How many of them are unread. */
export const usersNewNotificationsCount = defineOperation({
  name: 'users.new_notifications_count',
  kind: 'read',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'How many notifications of the caller are unread.',
  input: z.object({}),
  output: z.int(),
  errors: [],
});

/** One of the caller's own; another's is answered like none. */
const ownNotification = z.object({ id: z.int() });

/** 1, or 0 when it was read already. */
export const usersMarkNotificationViewed = defineOperation({
  name: 'users.mark_notification_viewed',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'Mark a notification of the caller as read.',
  input: ownNotification,
  output: z.int(),
  errors: ['rest_forbidden'],
});

/** 1, or 0 when it was unread already. A later view of the record makes it read again. */
export const usersMarkNotificationUnread = defineOperation({
  name: 'users.mark_notification_unread',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'Mark a notification of the caller as unread.',
  input: ownNotification,
  output: z.int(),
  errors: ['rest_forbidden'],
});

/** How many were unread. */
export const usersMarkAllNotificationsViewed = defineOperation({
  name: 'users.mark_all_notifications_viewed',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'Mark all notifications of the caller as read.',
  input: z.object({ user_id: z.int() }),
  output: z.int(),
  errors: ['rest_forbidden'],
});

/** What users do with their notifications. */
export const notificationsOperations = [
  usersNotifications,
  usersNewNotificationsCount,
  usersMarkNotificationViewed,
  usersMarkNotificationUnread,
  usersMarkAllNotificationsViewed,
] as const;
