import {
  builtInPostTypes,
  builtInRoleKeys,
  postTypeCapabilities,
  serviceCapabilities,
  type Extension,
} from '@svc/contracts';
import { didYouMean, misspeltName, nearestName } from '../text/nearest-name.ts';
import type { DeclarationMistakes } from './declaration-mistakes.ts';

/** Checks what the extensions declare about each other: their names, roles and capabilities. */
export function checkGrants(extensions: readonly Extension[], mistakes: DeclarationMistakes): void {
  const postTypes = [
    ...builtInPostTypes,
    ...extensions.flatMap(({ postTypes: declared = {} }) => Object.keys(declared)),
  ];
  const known = [...serviceCapabilities, ...postTypes.flatMap(postTypeCapabilities)];
  const given = extensions.flatMap(({ roles = {} }) =>
    Object.values(roles).flatMap(({ permissions }) => Object.keys(permissions)),
  );
  const labelled: ReadonlySet<string> = new Set([
    ...builtInRoleKeys,
    ...extensions.flatMap(({ roles = {} }) =>
      Object.entries(roles).flatMap(([key, { label }]) => (label === undefined ? [] : [key])),
    ),
  ]);
  for (const [index, extension] of extensions.entries()) {
    const { name } = extension;
    const report = (path: string, problem: string | undefined) => {
      if (problem !== undefined) mistakes.add(name, path, problem);
    };
    if (extensions.findIndex((other) => other.name === name) < index)
      report('name', 'another extension has the same name; each extension needs its own');
    for (const { path, role } of newRoles(extension, labelled)) {
      const near = nearestName(role, labelled);
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      report(path, `a new role requires a label, and no role has this key yet${hint}`);
    }
    for (const { path, capability } of permissionsOf(extension))
      report(path, capabilityProblem(capability, known, postTypes));
    for (const { path, capability } of requiredBy(extension))
      if (!given.includes(capability))
        report(path, capabilityProblem(capability, [...known, ...given], postTypes));
  }
}

/** Extensions may have capabilities of their own, so that only those are refused that are misspelt or belong to a missing post type. */
function capabilityProblem(
  capability: string,
  known: readonly string[],
  postTypes: readonly string[],
): string | undefined {
  if (known.includes(capability)) return undefined;
  const near = misspeltName(capability, known);
  if (near !== undefined) return `unknown capability ${capability}; did you mean ${near}?`;
  const postType = /^(?:view_any|update_any|delete_any|list_all)_(.+)$/.exec(capability)?.[1];
  if (postType === undefined) return undefined;
  const hint = didYouMean(postType, postTypes, 'post types');
  return `unknown capability ${capability}: no extension declares the post type ${postType}${hint}`;
}

function newRoles({ roles = {} }: Extension, labelled: ReadonlySet<string>) {
  return Object.keys(roles).flatMap((role) => (labelled.has(role) ? [] : [{ path: `roles.${role}`, role }]));
}

interface Named {
  readonly path: string;
  readonly capability: string;
}

function permissionsOf({ roles = {} }: Extension): Named[] {
  return Object.entries(roles).flatMap(([role, { permissions }]) =>
    Object.keys(permissions).map((capability) => ({ path: `roles.${role}.permissions`, capability })),
  );
}

/** The capabilities that callers need for something. */
function requiredBy({ siteLinkTypes = {}, postTypes = {}, listFilters = {} }: Extension): Named[] {
  const ofLinks = Object.entries(siteLinkTypes).flatMap(([key, { capabilities }]) =>
    named(`siteLinkTypes.${key}.capabilities`, capabilities),
  );
  const ofGrants = Object.entries(postTypes).flatMap(([key, { grants = [] }]) =>
    named(
      `postTypes.${key}.grants`,
      grants.map(({ capability }) => capability),
    ),
  );
  const ofNotifications = Object.entries(postTypes).flatMap(([key, { notifications }]) => {
    const { capability } = notifications?.followed_by_all ?? {};
    return capability === undefined ? [] : [{ path: `postTypes.${key}.notifications`, capability }];
  });
  const ofFilters = Object.entries(listFilters).flatMap(([key, { filters = [] }]) =>
    filters.flatMap(({ id, capabilities = [] }) =>
      named(`listFilters.${key}.filters.${id}.capabilities`, capabilities),
    ),
  );
  return [...ofLinks, ...ofGrants, ...ofNotifications, ...ofFilters];
}

function named(path: string, capabilities: readonly string[]): Named[] {
  return capabilities.map((capability) => ({ path, capability }));
}
