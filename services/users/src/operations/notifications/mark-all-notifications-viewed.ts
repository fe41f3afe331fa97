import { ServiceError, usersMarkAllNotificationsViewed } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

/** Marks all of the caller's notifications as read; those of other users are refused. */
export const markAllNotificationsViewed = defineHandler(
  usersMarkAllNotificationsViewed,
  async (call, deps: Deps<'notifications'>) => {
    const { actor, input } = call;
    if (actor.kind !== 'user' || input.user_id !== actor.userId)
      throw new ServiceError('rest_forbidden', 'These notifications belong to another user.');
    return deps.notifications.markAllViewed(call);
  },
);
