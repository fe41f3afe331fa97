import { usersDisable } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { adminUser } from '../profile/admin-user.ts';
import type { UsersDeps } from '../users-deps.ts';

/** A user that is enabled again has to log in anew. */
export const disable = defineHandler(usersDisable, async (call, deps: UsersDeps) => {
  const { username, disabled } = call.input;
  return deps.users.change(call, {
    find: () => deps.users.byUsername(username),
    change: ({ tokenVersion }) => ({ disabled, ...(disabled && { tokenVersion: tokenVersion + 1 }) }),
    answer: adminUser,
  });
});
