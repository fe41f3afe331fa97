import type { Role } from './role-catalogue.ts';

/** A page, and nothing that it would open. */
const noRights: ReadonlySet<string> = new Set(['can_access_home_screen']);

/** Who has the second can do all that the first allows. */
const contained: ReadonlyMap<string, string> = new Map([
  ['access_specific_sources', 'dt_all_access_contacts'],
]);

/** Whether a role allows something that somebody with these capabilities can not do. */
export function holdsMore(role: Role | undefined, capabilities: readonly string[]): boolean {
  return [...(role?.capabilities ?? [])].some(
    (capability) =>
      !noRights.has(capability) &&
      !capabilities.includes(capability) &&
      !capabilities.includes(contained.get(capability) ?? capability),
  );
}
