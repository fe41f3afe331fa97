import { usersMarkNotificationViewed } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { NotificationDeps } from '../operation-deps.ts';

export const markNotificationViewed = defineHandler(
  usersMarkNotificationViewed,
  (call, deps: NotificationDeps) => deps.notifications.mark(call, call.input.id, false),
);
