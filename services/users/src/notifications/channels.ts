import { enforcedNotifications, isOnUnset } from '../profile/notification-settings.ts';
import type { UserSettings } from '../store/user-settings.ts';
import type { Channel, NotificationType } from './notification.ts';

/** In the order in which notifications show them. */
const shownChannels: readonly Channel[] = ['web', 'email', 'push_notifications'];

/** The channels by which a user wants to be told of a type, or is told in any case (facts of notifications, 10.3). */
export function openChannels(type: NotificationType, { notifications }: UserSettings): Channel[] {
  return shownChannels.filter((channel) => {
    const preference = `${type}_${channel}`;
    return enforcedNotifications.has(preference) || (notifications[preference] ?? isOnUnset(preference));
  });
}
