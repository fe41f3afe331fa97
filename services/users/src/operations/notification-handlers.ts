import type { Handler } from '@svc/service-kit';
import type { UsersDeps } from '../users-deps.ts';
import { markAllNotificationsViewed } from './mark-all-notifications-viewed.ts';
import { markNotificationUnread } from './mark-notification-unread.ts';
import { markNotificationViewed } from './mark-notification-viewed.ts';
import { newNotificationsCount } from './new-notifications-count.ts';
import { notifications } from './notifications.ts';

/** What users do with what they were told. */
export const notificationHandlers: readonly Handler<UsersDeps>[] = [
  ...[notifications, newNotificationsCount],
  ...[markNotificationViewed, markNotificationUnread, markAllNotificationsViewed],
];
