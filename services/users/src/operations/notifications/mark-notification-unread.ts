import { usersMarkNotificationUnread } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { NotificationDeps } from '../operation-deps.ts';

export const markNotificationUnread = defineHandler(
  usersMarkNotificationUnread,
  (call, deps: NotificationDeps) => deps.notifications.mark(call, call.input.id, true),
);
