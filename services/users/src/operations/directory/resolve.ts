import { usersResolve } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { rolesWith } from '../../roles/role-catalogue.ts';

export const resolve = defineHandler(usersResolve, async (call, deps: Deps<'users' | 'roles'>) => {
  const { user_ids: ids, emails, capability } = call.input;
  const found = await Promise.all([deps.users.byIds(ids), deps.users.byEmails(emails)]);
  const users = new Map(found.flat().map((user) => [user._id, user]));
  const eligibleRoles = rolesWith(deps.roles, capability);
  return {
    users: [...users.values()].map((user) => ({
      id: user._id,
      email: user.email,
      display_name: user.displayName,
      eligible: !user.disabled && user.roles.some((role) => eligibleRoles.includes(role)),
    })),
  };
});
