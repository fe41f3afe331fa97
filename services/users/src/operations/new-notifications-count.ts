import { usersNewNotificationsCount } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { UsersDeps } from '../users-deps.ts';

/** How many of the caller's notifications are unread. */
export const newNotificationsCount = defineHandler(usersNewNotificationsCount, ({ actor }, deps: UsersDeps) =>
  deps.notifications.countNew(actor.userId),
);
