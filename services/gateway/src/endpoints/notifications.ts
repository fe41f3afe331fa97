import {
  usersMarkAllNotificationsViewed,
  usersMarkNotificationUnread,
  usersMarkNotificationViewed,
  usersNewNotificationsCount,
  usersNotifications,
  usersOpenRelease,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { fromBody, inPath } from './input-sources.ts';

/** The caller's notifications. */
export const notificationsEndpoints: readonly Endpoint[] = [
  forCallers(
    'POST /{ns}/v1/notifications/get_notifications',
    usersNotifications,
    fromBody('all', 'page', 'limit', 'mentions'),
  ),
  forCallers('POST /{ns}/v1/notifications/get_new_notifications_count', usersNewNotificationsCount, {}),
  forCallers('POST /{ns}/v1/notifications/mark_viewed/{id}', usersMarkNotificationViewed, {}),
  forCallers('POST /{ns}/v1/notifications/mark_unread/{id}', usersMarkNotificationUnread, {}),
  forCallers('POST /{ns}/v1/notifications/mark_all_viewed/{id}', usersMarkAllNotificationsViewed, {
    user_id: inPath('id'),
  }),
  forCallers('POST /{ns}/v1/notifications/release/open_modal', usersOpenRelease, {}),
];
