import { ServiceError, usersAppSwitch } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { settingsOf } from '../../model/user-settings.ts';
import { switchApp } from '../../profile/apps.ts';
import { callingUser } from '../../profile/calling-user.ts';
import type { ProfileDeps } from '../operation-deps.ts';

export const appSwitch = defineHandler(usersAppSwitch, async (call, deps: ProfileDeps) => {
  const userId = callingUser(call.actor);
  const key = call.input.app_key ?? '';
  return deps.users.change(call, {
    find: () => deps.users.byId(userId),
    change(user) {
      const apps = switchApp(settingsOf(user).apps, key);
      if (apps) return { settings: { apps } };
      throw new ServiceError('preference_error', 'Please provide a valid preference to change for user');
    },
    answer: () => true as const,
  });
});
