import { usersDisable } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { accessChange } from '../profile/settings/access-setting.ts';
import { adminUser } from '../profile/admin-user.ts';
import type { UsersDeps } from '../users-deps.ts';

/** A user that is enabled again has to log in anew. */
export const disable = defineHandler(usersDisable, async (call, deps: UsersDeps) => {
  const { username, disabled } = call.input;
  return deps.users.change(call, {
    find: () => deps.users.byUsername(username),
    change: (user) => accessChange(user, disabled),
    answer: adminUser,
  });
});
