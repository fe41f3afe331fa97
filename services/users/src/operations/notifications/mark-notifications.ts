import {
  ServiceError,
  usersMarkAllNotificationsViewed,
  usersMarkNotificationUnread,
  usersMarkNotificationViewed,
} from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { NotificationDeps } from '../operation-deps.ts';

export const markNotificationViewed = defineHandler(
  usersMarkNotificationViewed,
  (call, deps: NotificationDeps) => deps.notifications.mark(call, call.input.id, false),
);

export const markNotificationUnread = defineHandler(
  usersMarkNotificationUnread,
  (call, deps: NotificationDeps) => deps.notifications.mark(call, call.input.id, true),
);

/** Marks all of the caller's notifications as read; those of other users are refused. */
export const markAllNotificationsViewed = defineHandler(
  usersMarkAllNotificationsViewed,
  async (call, deps: NotificationDeps) => {
    const { actor, input } = call;
    if (actor.kind !== 'user' || input.user_id !== actor.userId)
      throw new ServiceError('rest_forbidden', 'These are not your notifications.');
    return deps.notifications.markAllViewed(call);
  },
);
