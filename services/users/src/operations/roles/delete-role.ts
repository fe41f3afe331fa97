import { msg, ServiceError, usersDeleteRole, type Actor } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { changeUser } from '../../model/change-user.ts';
import { userEvent, type User } from '../../model/user.ts';
import { checkGiving } from '../../roles/check-giving.ts';
import { checkAdministersRoles, checkHolds } from '../../roles/check-role.ts';
import { checkRoles } from '../../roles/role-catalogue.ts';

type RoleDeps = Deps<'installationRoles' | 'users' | 'roles'>;

/** Deletes a role, and gives its users another one in the same commit. */
export const deleteRole = defineHandler(usersDeleteRole, async (call, deps: RoleDeps) => {
  const { actor, input } = call;
  const { key, move_to: moveTo } = input;
  checkAdministersRoles(actor);
  if (moveTo !== undefined) checkRoles([moveTo], deps.roles);
  return deps.installationRoles.update(call, key, {
    change({ capabilities }) {
      checkHolds(actor, capabilities);
      return null;
    },
    async alsoOf() {
      const holders = await deps.users.matching({ roles: key });
      if (holders.length > 0 && (moveTo === undefined || moveTo === key)) throw inUse(key, holders.length);
      const moved = holders.flatMap((user) => movedUser(actor, deps, user, { key, moveTo: String(moveTo) }));
      return {
        writes: moved.flatMap(({ before, next }) => deps.users.replacements(call, before, next)),
        events: moved.map(({ next, changed }) => userEvent('updated', next, changed)),
      };
    },
    answerOf: () => true as const,
  });
});

/** @throws ServiceError `no_permissions` when the caller may not change the account, or not give the role. */
function movedUser(
  actor: Actor,
  { users, roles }: RoleDeps,
  before: User,
  { key, moveTo }: { key: string; moveTo: string },
) {
  users.checkChangeable(actor, before);
  const wanted = [...new Set(before.roles.map((role) => (role === key ? moveTo : role)))];
  checkGiving({ giver: actor, user: before, wanted }, roles);
  const changed = changeUser(before, { roles: wanted });
  return changed ? [{ before, ...changed }] : [];
}

function inUse(key: string, users: number): ServiceError {
  const message = msg`Users have the role ${key}: ${users}. Send the key of their next role as move_to.`;
  return new ServiceError('role_in_use', message, { data: { users } });
}
