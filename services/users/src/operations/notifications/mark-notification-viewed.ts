import { usersMarkNotificationViewed } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const markNotificationViewed = defineHandler(
  usersMarkNotificationViewed,
  (call, deps: Deps<'notifications'>) => deps.notifications.mark(call, call.input.id, false),
);
