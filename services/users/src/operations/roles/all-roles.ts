import { usersAllRoles, type Translate, type ListedRole } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { builtInRoles } from '../../roles/built-in-roles.ts';
import { checkAdministersRoles, mayGive } from '../../roles/check-role.ts';
import { describeCapability } from '../../roles/known-capabilities.ts';
import type { Role } from '../../roles/role-catalogue.ts';
import { permissionsOf, presentInstallationRole } from './present-role.ts';

/** All roles with the number of their users, and all capabilities with their descriptions. */
export const allRoles = defineHandler(
  usersAllRoles,
  async (
    { actor },
    deps: Deps<'users' | 'roles' | 'installationRoles' | 'capabilities' | 'translatorFor'>,
  ) => {
    checkAdministersRoles(actor);
    const translate = deps.translatorFor(actor.locale);
    const [own, counts] = await Promise.all([deps.installationRoles.all(), deps.users.countByRole()]);
    const roles = [...deps.roles.values()].map((role): ListedRole => {
      const users = counts.get(role.key) ?? 0;
      const ofInstallation = deps.installationRoles.declared.has(role.key) ? undefined : own.get(role.key);
      return ofInstallation
        ? presentInstallationRole(ofInstallation, users)
        : presentDeclared(role, users, translate);
    });
    const capabilities = [...deps.capabilities].map((key) => ({
      key,
      description: translate(describeCapability(key)),
      may_give: mayGive(actor, key),
    }));
    return { roles, capabilities };
  },
);

function presentDeclared(
  { key, label, description, capabilities }: Role,
  users: number,
  translate: Translate,
): ListedRole {
  return {
    key,
    label: translate(label),
    description: translate(description),
    permissions: permissionsOf(capabilities),
    origin: Object.hasOwn(builtInRoles, key) ? 'program' : 'extension',
    users,
    history: [],
  };
}
