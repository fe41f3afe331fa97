import { usersMarkNotificationUnread } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const markNotificationUnread = defineHandler(
  usersMarkNotificationUnread,
  (call, deps: Deps<'notifications'>) => deps.notifications.mark(call, call.input.id, true),
);
