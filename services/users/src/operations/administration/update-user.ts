import { ServiceError, usersUpdateUser } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { readSettings } from '../../profile/settings/read-settings.ts';
import { accessSetting } from '../../profile/settings/access-setting.ts';
import { checkAdministers } from '../../roles/account-guard.ts';
import { refuseUnconfirmed } from '../../roles/confirm-disabling.ts';

/** Changes the settings of another user: the same keys as one's own, and whether the user is disabled. */
export const updateUser = defineHandler(
  usersUpdateUser,
  async (call, deps: Deps<'users' | 'roles' | 'names'>) => {
    const { actor, deadline, input } = call;
    checkAdministers(actor, ['promote_users', 'edit_users', 'list_users']);
    const { user: id, settings } = input;
    if (id === undefined) throw new ServiceError('missing_error', 'Missing user id');
    const effect = await readSettings(settings, { actor, deadline, ...deps }, id === actor.userId);
    const find = () => deps.users.byId(id);
    if (Object.hasOwn(settings, accessSetting.key)) {
      const user = await deps.users.changeable(call, find);
      await refuseUnconfirmed(call, user, effect.change(user));
    }
    return deps.users.change(call, { find, ...effect });
  },
);
