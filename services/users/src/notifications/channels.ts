import { channels, isOn, type Channel } from '../profile/notification-settings.ts';
import type { UserSettings } from '../store/user-settings.ts';
import type { NotificationType } from './notification.ts';

/** In the order in which notifications show them: the web comes first. */
const shownChannels: readonly Channel[] = channels
  .map(({ key }) => key)
  .toSorted((one, other) => Number(other === 'web') - Number(one === 'web'));

/** The channels by which a user wants to be told of a type, or is told in any case. */
export function openChannels(type: NotificationType, { notifications }: UserSettings): Channel[] {
  return shownChannels.filter((channel) => isOn(`${type}_${channel}`, notifications));
}
