import { usersSetRoles } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { adminUser } from '../../profile/admin-user.ts';
import { checkRoles } from '../../roles/role-catalogue.ts';

export const setRoles = defineHandler(usersSetRoles, async (call, deps: Deps<'users' | 'roles'>) => {
  const roles = checkRoles(call.input.roles, deps.roles);
  return deps.users.change(call, {
    find: () => deps.users.byUsername(call.input.username),
    change: () => ({ roles }),
    answer: adminUser,
  });
});
