import { usersNewNotificationsCount } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const newNotificationsCount = defineHandler(
  usersNewNotificationsCount,
  ({ actor }, deps: Deps<'notifications'>) => deps.notifications.countNew(actor),
);
