import { ServiceError, usersDeleteUser } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { changeUser } from '../../model/change-user.ts';
import { userEvent, type User } from '../../model/user.ts';
import { accessChange } from '../../profile/settings/access-setting.ts';
import { checkAdministers } from '../../roles/account-guard.ts';
import { checkTakingAccess } from '../../roles/check-giving.ts';
import { refuseUnconfirmed } from '../../roles/confirm-disabling.ts';

/**
 * Disables a user, and removes their picture and their account at the identity provider. The account here stays, because records and comments name it, but nobody
 * can log in with it.
 */
export const deleteUser = defineHandler(
  usersDeleteUser,
  async (call, deps: Deps<'store' | 'users' | 'providerLogins' | 'avatarPictures'>) => {
    checkAdministers(call.actor, ['delete_users']);
    const { user: id } = call.input;
    if (id === undefined) throw new ServiceError('missing_error', 'Missing user id');
    const find = () => deps.users.changeable(call, () => deps.users.byId(id));
    const disable = (user: User) => {
      checkTakingAccess(call.actor, user);
      return { ...accessChange(user, true), ...(user.avatarKey && { avatarKey: null }) };
    };
    const user = await find();
    await refuseUnconfirmed(call, user, disable(user));
    return deps.store.commit(call, async () => {
      const current = await find();
      const changed = changeUser(current, disable(current));
      const removals = await deps.providerLogins.removals(call, current);
      const names = [...(changed?.changed ?? []), ...(removals.length > 0 ? ['provider_identity'] : [])];
      return {
        writes: [
          ...(changed ? deps.users.replacements(call, current, changed.next) : []),
          ...(current.avatarKey ? [deps.avatarPictures.removal(id)] : []),
          ...removals,
        ],
        events: names.length > 0 ? [userEvent('updated', changed?.next ?? current, names)] : [],
        answer: true as const,
      };
    });
  },
);
