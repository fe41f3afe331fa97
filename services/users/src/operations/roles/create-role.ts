import { usersCreateRole } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { checkAdministersRoles, checkHolds, checkRoleContent, checkRoleKey } from '../../roles/check-role.ts';
import { presentInstallationRole } from './present-role.ts';

export const createRole = defineHandler(
  usersCreateRole,
  async (call, deps: Deps<'installationRoles' | 'capabilities'>) => {
    const { actor, input } = call;
    checkAdministersRoles(actor);
    const key = checkRoleKey(input.key);
    const content = checkRoleContent({ ...input, description: input.description ?? '' }, deps.capabilities);
    checkHolds(actor, content.capabilities);
    return deps.installationRoles.create(call, { key, content }, (role) => presentInstallationRole(role, 0));
  },
);
