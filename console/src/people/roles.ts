import { client } from '../api/client.ts';
import { may } from '../session/caller.ts';
import { useLoaded, type Loaded } from '../ui/use-loaded.ts';

export interface Role {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly origin: 'program' | 'extension' | 'installation';
  readonly users: number;
}

export interface Capability {
  readonly key: string;
  readonly description: string;
  readonly may_give: boolean;
}

/** The roles and capabilities of the installation (docs/reference/roles.md#roles-of-an-installation). */
export interface Roles {
  readonly roles: readonly Role[];
  readonly capabilities: readonly Capability[];
  /** Whether the user may give a role: they have everything that it permits. */
  mayGive(role: Role): boolean;
}

/** Loads the roles; undefined for users who do not give any. */
export function useRoles(): Loaded<Roles | undefined> {
  return useLoaded(async (signal) => (may('promote_users') ? loadRoles(signal) : undefined), []);
}

async function loadRoles(signal: AbortSignal): Promise<Roles> {
  type Answer = Omit<Roles, 'mayGive'>;
  const answer = await client.request<Answer>({ method: 'GET', path: 'svc/v1/roles', options: { signal } });
  const givable = new Set(
    answer.capabilities.flatMap(({ key, may_give: mayGive }) => (mayGive ? [key] : [])),
  );
  const permitted = ({ permissions }: Role) => Object.keys(permissions).filter((key) => permissions[key]);
  return {
    ...answer,
    mayGive: (role) => permitted(role).every((key) => givable.has(key) || key === 'can_access_home_screen'),
  };
}

export function roleLabel(roles: Roles | undefined, key: string): string {
  return roles?.roles.find((role) => role.key === key)?.label ?? key;
}
