import { channels, enforcedNotifications } from '../profile/notification-settings.ts';
import type { UserSettings } from '../store/user-settings.ts';
import type { Channel, NotificationType } from './notification.ts';

/** The channels by which a user wants to be told of a type, or is told in any case (facts of notifications, 10.3). */
export function openChannels(type: NotificationType, { notifications }: UserSettings): Channel[] {
  return channels
    .filter(({ key, isDefault }) => {
      const preference = `${type}_${key}`;
      return enforcedNotifications.has(preference) || (notifications[preference] ?? isDefault);
    })
    .map(({ key }) => key);
}
