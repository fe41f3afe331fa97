import { ServiceError, usersSwitchPreference } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import type { UserChange } from '../../model/change-user.ts';
import { settingsOf, type UserSettings } from '../../model/user-settings.ts';
import { callingUser } from '../../profile/calling-user.ts';
import { isOn, showsPush, switchableNotifications } from '../../profile/notification-settings.ts';

/** Keys of the setting to follow all records; the second is that of newer clients. */
const followAllKeys: readonly string[] = ['dt_follow_all', 'follow_all'];

/** Toggles a preference. Notifications that were never toggled are on, except pushes. */
export const switchPreference = defineHandler(
  usersSwitchPreference,
  async (call, deps: Deps<'users' | 'hasPush'>) => {
    const userId = callingUser(call.actor);
    const key = call.input.preference_key ?? '';
    const switchable = switchableNotifications(showsPush(call.input, deps));
    if (!followAllKeys.includes(key) && !switchable.has(key)) {
      throw new ServiceError('preference_error', 'Please provide a valid preference to change for user');
    }
    return deps.users.changeById(call, userId, (user) => switched(settingsOf(user), key));
  },
);

function switched({ notifications, followAll }: UserSettings, key: string): UserChange {
  if (followAllKeys.includes(key)) return { settings: { followAll: !followAll } };
  return { settings: { notifications: { ...notifications, [key]: !isOn(key, notifications) } } };
}
