import { ServiceError, usersAppSwitch } from '@svc/contracts';
import { defineHandler, RawJson } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { settingsOf } from '../../model/user-settings.ts';
import { switchApp } from '../../profile/apps.ts';
import { callingUser } from '../../profile/calling-user.ts';

export const appSwitch = defineHandler(usersAppSwitch, async (call, deps: Deps<'users'>) => {
  const { app_key: key = '', dialect } = call.input;
  const done = await deps.users.changeById(call, callingUser(call.actor), (user) => {
    const apps = switchApp(settingsOf(user).apps, key);
    if (apps) return { settings: { apps } };
    throw new ServiceError('preference_error', 'Please provide a valid preference to change for user');
  });
  // Clients of the older API get the key.
  return dialect === 'reference' ? new RawJson(Buffer.from(JSON.stringify(key))) : done;
});
