import { usersSetRoles } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { adminUser } from '../../profile/admin-user.ts';
import { checkRoles } from '../../roles/role-catalogue.ts';
import type { AdministrationDeps } from '../operation-deps.ts';

export const setRoles = defineHandler(usersSetRoles, async (call, deps: AdministrationDeps) => {
  const roles = checkRoles(call.input.roles, deps.roles);
  return deps.users.change(call, {
    find: () => deps.users.byUsername(call.input.username),
    change: () => ({ roles }),
    answer: adminUser,
  });
});
