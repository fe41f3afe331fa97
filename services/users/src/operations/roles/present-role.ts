import type { ListedRole } from '@svc/contracts';
import type { InstallationRole, RoleChange, RoleContent } from '../../roles/installation-role.ts';

/** A role of the installation, with its history. */
export function presentInstallationRole(role: InstallationRole, users: number): ListedRole {
  const { _id: key, history } = role;
  return {
    key,
    ...presentContent(role),
    origin: 'installation',
    users,
    history: history.map(presentChange).toReversed(),
  };
}

/** Capabilities in the form of a declaration. */
export function permissionsOf(capabilities: Iterable<string>): Record<string, true> {
  return Object.fromEntries([...capabilities].toSorted().map((name) => [name, true as const]));
}

function presentChange({ at, by, action, before, after }: RoleChange): ListedRole['history'][number] {
  return {
    at: at.toISOString(),
    by: { id: by.userId, display_name: by.displayName },
    action,
    before: before && presentContent(before),
    after: after && presentContent(after),
  };
}

function presentContent({ label, description, capabilities }: RoleContent) {
  return { label, description, permissions: permissionsOf(capabilities) };
}
