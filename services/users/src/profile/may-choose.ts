import { can, type Actor } from '@svc/contracts';

/** Whether a caller may know which people groups there are: choosing one tells its name. */
export function mayChoosePeopleGroups(actor: Actor): boolean {
  return can(actor, 'list_all_peoplegroups') || can(actor, 'access_peoplegroups');
}
