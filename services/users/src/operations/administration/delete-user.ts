import { ServiceError, usersDeleteUser } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { accessChange } from '../../profile/settings/access-setting.ts';
import { checkAdministers } from '../../roles/account-guard.ts';
import { checkTakingAccess } from '../../roles/check-giving.ts';

/** Disables a user. The account stays, because records and comments name it, but nobody can log in with it. */
export const deleteUser = defineHandler(usersDeleteUser, async (call, deps: Deps<'users'>) => {
  checkAdministers(call.actor, ['delete_users']);
  const { user: id } = call.input;
  if (id === undefined) throw new ServiceError('missing_error', 'Missing user id');
  return deps.users.changeById(call, id, (user) => {
    checkTakingAccess(call.actor, user);
    return accessChange(user, true);
  });
});
