import { type Actor, msg } from '@svc/contracts';
import { actorOfUser } from './actor-of-user.ts';
import type { User } from '../model/user.ts';
import { administrator, refused } from '../roles/account-guard.ts';
import type { RoleCatalogue } from '../roles/role-catalogue.ts';

/** Special values of a list of sources: every source, and none. An empty list means every source, too. */
const every = 'all';
const none = 'restrict_all_sources';

/** The sources whose contacts somebody may view, as a list that may contain `all`. */
function sourcesHeld({ capabilities, allowedSources = [] }: Pick<Actor, 'capabilities' | 'allowedSources'>) {
  if (capabilities.includes('dt_all_access_contacts')) return [every];
  return capabilities.includes('access_specific_sources') ? sourcesOf(allowedSources) : [];
}

function sourcesOf(list: readonly string[]): readonly string[] {
  return list.length === 0 || list.includes(every) ? [every] : list.filter((source) => source !== none);
}

interface GivingSources {
  readonly giver: Actor;
  readonly user: User;
  readonly wanted: readonly string[];
}

/**
 * Checks whether a caller may give a user these sources: they must have them all, and all that the user has so far.
 * @throws ServiceError `no_permissions` naming the sources that the caller does not have.
 */
export function checkGivingSources({ giver, user, wanted }: GivingSources, roles: RoleCatalogue): void {
  if (giver.kind === 'system' || giver.roles.includes(administrator)) return;
  const held = sourcesHeld(giver);
  if (held.includes(every)) return;
  const concerned = [...sourcesHeld(actorOfUser(user, roles)), ...sourcesOf(wanted)];
  const missing = [...new Set(concerned)].filter((source) => !held.includes(source));
  if (missing.length > 0)
    throw refused(msg`You cannot give or take sources that you do not have: ${missing.join(', ')}.`);
}
