import { usersNewNotificationsCount } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { NotificationDeps } from '../operation-deps.ts';

export const newNotificationsCount = defineHandler(
  usersNewNotificationsCount,
  ({ actor }, deps: NotificationDeps) => deps.notifications.countNew(actor.userId),
);
