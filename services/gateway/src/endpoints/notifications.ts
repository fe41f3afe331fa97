import {
  usersMarkAllNotificationsViewed,
  usersMarkNotificationUnread,
  usersMarkNotificationViewed,
  usersNewNotificationsCount,
  usersNotifications,
} from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

/** The caller's notifications. */
export const notificationsEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'POST /{ns}/v1/notifications/get_notifications',
    access: 'caller',
    operation: usersNotifications,
    input: ({ fromBody }) => fromBody('all', 'page', 'limit', 'mentions'),
  }),
  defineEndpoint({
    route: 'POST /{ns}/v1/notifications/get_new_notifications_count',
    access: 'caller',
    operation: usersNewNotificationsCount,
    input: () => ({}),
  }),
  defineEndpoint({
    route: 'POST /{ns}/v1/notifications/mark_viewed/{id}',
    access: 'caller',
    operation: usersMarkNotificationViewed,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    route: 'POST /{ns}/v1/notifications/mark_unread/{id}',
    access: 'caller',
    operation: usersMarkNotificationUnread,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    route: 'POST /{ns}/v1/notifications/mark_all_viewed/{id}',
    access: 'caller',
    operation: usersMarkAllNotificationsViewed,
    input: ({ params }) => ({ user_id: params.id }),
  }),
];
