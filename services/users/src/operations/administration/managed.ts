import { usersManaged } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { managedUser } from '../../profile/managed-user.ts';
import { checkReadsAccounts } from '../../roles/account-guard.ts';

export const managed = defineHandler(usersManaged, async (call, deps: Deps<'users' | 'names'>) => {
  checkReadsAccounts(call.actor);
  const users = await deps.users.all();
  const counts = await deps.names.userCounts(
    call,
    users.map(({ _id }) => _id),
  );
  return Object.fromEntries(users.map((user) => [String(user._id), managedUser(user, counts)]));
});
