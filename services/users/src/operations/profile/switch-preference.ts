import { ServiceError, usersSwitchPreference } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { UserChange } from '../../model/change-user.ts';
import { settingsOf, type UserSettings } from '../../model/user-settings.ts';
import { isOn, switchableNotifications } from '../../profile/notification-settings.ts';
import type { ProfileDeps } from './profile-deps.ts';

/** Whether a user hears of every record; the second is what newer clients call it. */
const followAllKeys: readonly string[] = ['dt_follow_all', 'follow_all'];

/** Switches what is on off, and the other way round. What was never switched is on, pushes are off. */
export const switchPreference = defineHandler(usersSwitchPreference, async (call, deps: ProfileDeps) => {
  const { actor, input } = call;
  if (actor.kind !== 'user') throw new ServiceError('user_id', 'User does not exist');
  const key = input.preference_key ?? '';
  if (!followAllKeys.includes(key) && !switchableNotifications(deps.hasPush).has(key)) {
    throw new ServiceError('preference_error', 'Please provide a valid preference to change for user');
  }
  return deps.users.change(call, {
    find: () => deps.users.byId(actor.userId),
    change: (user) => switched(settingsOf(user), key),
    answer: () => true as const,
  });
});

function switched({ notifications, followAll }: UserSettings, key: string): UserChange {
  if (followAllKeys.includes(key)) return { settings: { followAll: !followAll } };
  return { settings: { notifications: { ...notifications, [key]: !isOn(key, notifications) } } };
}
