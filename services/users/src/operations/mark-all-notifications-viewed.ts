import { ServiceError, usersMarkAllNotificationsViewed } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { UsersDeps } from '../users-deps.ts';

/** Makes all of the caller's notifications read; nobody else's. */
export const markAllNotificationsViewed = defineHandler(
  usersMarkAllNotificationsViewed,
  async (call, deps: UsersDeps) => {
    const { actor, input } = call;
    if (actor.kind !== 'user' || input.user_id !== actor.userId)
      throw new ServiceError('rest_forbidden', 'These are not your notifications.');
    return deps.notifications.markAllViewed(call);
  },
);
