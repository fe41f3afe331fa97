import { usersManaged } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { managedUser } from '../../profile/managed-user.ts';
import { checkAdministers } from '../../roles/account-guard.ts';

export const managed = defineHandler(usersManaged, async (call, deps: Deps<'users'>) => {
  checkAdministers(call.actor, ['list_users', 'manage_dt']);
  const users = await deps.users.all();
  return Object.fromEntries(users.map((user) => [String(user._id), managedUser(user)]));
});
