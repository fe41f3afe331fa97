import { usersMarkNotificationUnread } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { UsersDeps } from '../users-deps.ts';

/** Makes one of the caller's notifications unread. */
export const markNotificationUnread = defineHandler(usersMarkNotificationUnread, (call, deps: UsersDeps) =>
  deps.notifications.mark(call, call.input.id, true),
);
