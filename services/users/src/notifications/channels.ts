import { enforcedNotifications } from '../profile/notification-settings.ts';
import type { UserSettings } from '../store/user-settings.ts';
import type { Channel, NotificationType } from './notification.ts';

/** Every channel, with whether it is open to who has never switched it. */
const channels: readonly { readonly key: Channel; readonly isOpenUnset: boolean }[] = [
  { key: 'web', isOpenUnset: true },
  { key: 'email', isOpenUnset: true },
  { key: 'push_notifications', isOpenUnset: false },
];

/** The channels by which a user wants to be told of a type, or is told in any case (facts of notifications, 10.3). */
export function openChannels(type: NotificationType, { notifications }: UserSettings): Channel[] {
  return channels
    .filter(({ key, isOpenUnset }) => {
      const preference = `${type}_${key}`;
      return enforcedNotifications.has(preference) || (notifications[preference] ?? isOpenUnset);
    })
    .map(({ key }) => key);
}
