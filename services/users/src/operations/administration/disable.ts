import { usersDisable } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { adminUser } from '../../profile/admin-user.ts';
import { accessChange } from '../../profile/settings/access-setting.ts';

/** Disables or enables a user. Tokens from before stay invalid, so an enabled user has to log in again. */
export const disable = defineHandler(usersDisable, async (call, deps: Deps<'users'>) => {
  const { username, disabled } = call.input;
  return deps.users.change(call, {
    find: () => deps.users.byUsername(username),
    change: (user) => accessChange(user, disabled),
    answer: adminUser,
  });
});
