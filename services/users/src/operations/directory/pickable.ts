import { usersPickable } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { knownRole } from '../../profile/visible-users.ts';
import { rolesWith } from '../../roles/role-catalogue.ts';

/** Asked by records once for many callers, and again after any change of a user. */
export const pickable = defineHandler(usersPickable, async (call, deps: Deps<'users' | 'roles'>) => {
  const access = rolesWith(deps.roles, `access_${call.input.post_type}`);
  const users = await deps.users.search({ disabled: false, roles: { $in: access } });
  return {
    users: users.map(({ _id, displayName, contactId, username, nicenameKey, email, roles }) => ({
      id: _id,
      name: displayName,
      contact_id: contactId,
      searched: [username, nicenameKey, email],
      is_known: roles.includes(knownRole),
    })),
  };
});
