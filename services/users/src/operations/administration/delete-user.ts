import { ServiceError, usersDeleteUser } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { accessChange } from '../../profile/settings/access-setting.ts';
import type { User } from '../../model/user.ts';
import { checkAdministers } from '../../roles/account-guard.ts';
import { checkTakingAccess } from '../../roles/check-giving.ts';
import { refuseUnconfirmed } from '../../roles/confirm-disabling.ts';

/** Disables a user. The account stays, because records and comments name it, but nobody can log in with it. */
export const deleteUser = defineHandler(usersDeleteUser, async (call, deps: Deps<'users'>) => {
  checkAdministers(call.actor, ['delete_users']);
  const { user: id } = call.input;
  if (id === undefined) throw new ServiceError('missing_error', 'Missing user id');
  const disable = (user: User) => {
    checkTakingAccess(call.actor, user);
    return accessChange(user, true);
  };
  const user = await deps.users.changeable(call, () => deps.users.byId(id));
  await refuseUnconfirmed(call, user, disable(user));
  return deps.users.changeById(call, id, disable);
});
