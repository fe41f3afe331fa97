import { usersRoles } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { AdministrationDeps } from '../operation-deps.ts';

export const roles = defineHandler(usersRoles, async (_call, deps: Pick<AdministrationDeps, 'roles'>) => ({
  roles: [...deps.roles.keys()],
}));
