import { type Extension, type RoleDeclaration, type Translate, msg, ServiceError } from '@svc/contracts';
import { builtInRoles } from './built-in-roles.ts';

/** A role, merged from all of its declarations. */
export interface Role {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly capabilities: ReadonlySet<string>;
}

export type RoleCatalogue = ReadonlyMap<string, Role>;

/** Names of the same capability: who has one has all. */
const synonyms: readonly (readonly string[])[] = [['list_all_peoplegroups', 'list_peoplegroups']];

/** The built-in roles with additions from extensions, and the roles that extensions declare. */
export function roleCatalogue(extensions: readonly Pick<Extension, 'roles'>[]): RoleCatalogue {
  const catalogue = new Map<string, Role>();
  for (const declarations of [builtInRoles, ...extensions.map(({ roles }) => roles ?? {})]) {
    for (const [key, declaration] of Object.entries(declarations)) {
      catalogue.set(key, withDeclaration(key, catalogue.get(key), declaration));
    }
  }
  return catalogue;
}

/** The capabilities of these roles, each once, in alphabetical order. Removed roles have none. */
export function capabilitiesOf(catalogue: RoleCatalogue, roles: readonly string[]): string[] {
  const capabilities = roles.flatMap((key) => [...(catalogue.get(key)?.capabilities ?? [])]);
  return [...new Set(capabilities)].toSorted();
}

/** Keys of the roles with a capability. */
export function rolesWith(catalogue: RoleCatalogue, capability: string): string[] {
  return [...catalogue.values()]
    .filter(({ capabilities }) => capabilities.has(capability))
    .map(({ key }) => key);
}

/** Labels of roles by key; a removed role shows its key. */
export function labelsOf(
  catalogue: RoleCatalogue,
  roles: readonly string[],
  translate: Translate,
): Record<string, string> {
  return Object.fromEntries(roles.map((key) => [key, translate(catalogue.get(key)?.label ?? key)]));
}

function withDeclaration(key: string, role: Role | undefined, declaration: RoleDeclaration): Role {
  const capabilities = new Set(role?.capabilities);
  for (const [name, isGiven] of Object.entries(declaration.permissions)) {
    for (const synonym of synonyms.find((names) => names.includes(name)) ?? [name]) {
      if (isGiven) capabilities.add(synonym);
      else capabilities.delete(synonym);
    }
  }
  return {
    key,
    label: declaration.label ?? role?.label ?? key,
    description: declaration.description ?? role?.description ?? '',
    capabilities,
  };
}

/**
 * Removes duplicates and checks that the roles exist.
 * @throws ServiceError `invalid_role` naming the unknown and the known roles.
 */
export function checkRoles(roles: readonly string[], catalogue: RoleCatalogue): string[] {
  const unknown = roles.filter((role) => !catalogue.has(role));
  if (unknown.length === 0) return [...new Set(roles)];
  const known = [...catalogue.keys()].join(', ');
  throw new ServiceError('invalid_role', msg`Unknown role ${unknown.join(', ')}; the roles are ${known}.`, {
    data: { roles: unknown },
  });
}
