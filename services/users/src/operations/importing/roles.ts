import { usersRoles } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const roles = defineHandler(usersRoles, async (_call, deps: Deps<'roles'>) => ({
  roles: [...deps.roles.keys()],
}));
