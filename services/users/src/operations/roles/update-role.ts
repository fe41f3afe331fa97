import { usersUpdateRole } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { userEvent } from '../../model/user.ts';
import { checkAdministersRoles, checkHolds, checkRoleContent } from '../../roles/check-role.ts';
import { permissionsOf, presentInstallationRole } from './present-role.ts';

/** Changes a role, with an event of each of its users, whose rights change. */
export const updateRole = defineHandler(
  usersUpdateRole,
  async (call, deps: Deps<'installationRoles' | 'capabilities' | 'users'>) => {
    const { actor, input } = call;
    checkAdministersRoles(actor);
    const holders = await deps.users.matching({ roles: input.key });
    return deps.installationRoles.update(call, input.key, {
      change(role) {
        const { capabilities } = role;
        const {
          label = role.label,
          description = role.description,
          permissions = permissionsOf(capabilities),
        } = input;
        const sent = { label, description, permissions };
        const content = checkRoleContent(sent, deps.capabilities);
        // Also the present ones: nobody takes rights away that they do not have.
        checkHolds(actor, [...capabilities, ...content.capabilities]);
        return content;
      },
      alsoOf: async () => ({
        writes: [],
        events: holders.map((user) => userEvent('updated', user, ['roles'])),
      }),
      answerOf: (role) => presentInstallationRole(role, holders.length),
    });
  },
);
