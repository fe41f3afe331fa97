import { ServiceError, usersAppSwitch } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { settingsOf } from '../../model/user-settings.ts';
import { switchApp } from '../../profile/apps.ts';
import { callingUser } from '../../profile/calling-user.ts';

export const appSwitch = defineHandler(usersAppSwitch, async (call, deps: Deps<'users'>) => {
  return deps.users.changeById(call, callingUser(call.actor), (user) => {
    const apps = switchApp(settingsOf(user).apps, call.input.app_key ?? '');
    if (apps) return { settings: { apps } };
    throw new ServiceError('preference_error', 'Please provide a valid preference to change for user');
  });
});
