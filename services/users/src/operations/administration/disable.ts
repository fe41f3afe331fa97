import { usersDisable } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { adminUser } from '../../profile/admin-user.ts';
import { accessChange } from '../../profile/settings/access-setting.ts';
import type { AdministrationDeps } from './administration-deps.ts';

/** A user that is enabled again has to log in anew. */
export const disable = defineHandler(usersDisable, async (call, deps: AdministrationDeps) => {
  const { username, disabled } = call.input;
  return deps.users.change(call, {
    find: () => deps.users.byUsername(username),
    change: (user) => accessChange(user, disabled),
    answer: adminUser,
  });
});
