import {
  usersMarkAllNotificationsViewed,
  usersMarkNotificationUnread,
  usersMarkNotificationViewed,
  usersNewNotificationsCount,
  usersNotifications,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';

/** The caller's notifications. */
export const notificationsEndpoints: readonly Endpoint[] = [
  forCallers('POST /{ns}/v1/notifications/get_notifications', usersNotifications, ({ fromBody }) =>
    fromBody('all', 'page', 'limit', 'mentions'),
  ),
  forCallers(
    'POST /{ns}/v1/notifications/get_new_notifications_count',
    usersNewNotificationsCount,
    () => ({}),
  ),
  forCallers(
    'POST /{ns}/v1/notifications/mark_viewed/{id}',
    usersMarkNotificationViewed,
    ({ params }) => params,
  ),
  forCallers(
    'POST /{ns}/v1/notifications/mark_unread/{id}',
    usersMarkNotificationUnread,
    ({ params }) => params,
  ),
  forCallers(
    'POST /{ns}/v1/notifications/mark_all_viewed/{id}',
    usersMarkAllNotificationsViewed,
    ({ params }) => ({ user_id: params.id }),
  ),
];
