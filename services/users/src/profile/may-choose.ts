import { can, type Actor } from '@svc/contracts';

/** Capabilities that are named like those for types of records and are none. */
const noTypes: ReadonlySet<string> = new Set(['access_disciple_tools', 'access_specific_sources']);

/** Whether a caller may know which places there are, as for the search for places. */
export function mayChoosePlaces(actor: Actor): boolean {
  const isAccess = (name: string) => name.startsWith('access_') && !noTypes.has(name);
  return can(actor, 'read_location') || actor.capabilities.some(isAccess);
}

/** Whether a caller may know which people groups there are: choosing one tells its name. */
export function mayChoosePeopleGroups(actor: Actor): boolean {
  return can(actor, 'list_all_peoplegroups') || can(actor, 'access_peoplegroups');
}
