import { usersMarkNotificationUnread } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { NotificationDeps } from './notification-deps.ts';

/** Makes one of the caller's notifications unread. */
export const markNotificationUnread = defineHandler(
  usersMarkNotificationUnread,
  (call, deps: NotificationDeps) => deps.notifications.mark(call, call.input.id, true),
);
