import { type Actor, msg } from '@svc/contracts';
import type { User } from '../model/user.ts';
import { administrator, refused } from './account-guard.ts';
import type { RoleCatalogue, Role } from './role-catalogue.ts';

/** A page, and nothing that it would open. */
const noRights: ReadonlySet<string> = new Set(['can_access_home_screen']);

/** Who has the second can do all that the first allows. */
const contained: ReadonlyMap<string, string> = new Map([
  ['access_specific_sources', 'dt_all_access_contacts'],
]);

/** Who gives whom which roles, instead of those that the user has. */
export interface Giving {
  readonly giver: Actor;
  readonly user: Pick<User, '_id' | 'roles'>;
  readonly wanted: readonly string[];
}

/**
 * Whether somebody may give a user these roles. What the user has already is not given.
 * @throws ServiceError `no_permissions` naming the roles that are not the giver's to give or to take.
 */
export function checkGiving({ giver, user, wanted }: Giving, catalogue: RoleCatalogue): void {
  if (giver.kind === 'system') return;
  const given = wanted.filter((role) => !user.roles.includes(role));
  const taken = user.roles.filter((role) => !wanted.includes(role));
  const isAdministrator = giver.roles.includes(administrator);
  if (!isAdministrator && [...given, ...taken].includes(administrator))
    throw refused('Only an administrator can give or take the role administrator.');
  if (taken.includes(administrator) && giver.userId === user._id)
    throw refused('Another administrator must remove this role from you.');
  const beyond = isAdministrator
    ? []
    : given.filter((role) => holdsMore(catalogue.get(role), giver.capabilities));
  if (beyond.length > 0) throw refused(msg`You cannot grant what you do not have: ${beyond.join(', ')}.`);
}

/** @throws ServiceError `no_permissions` for somebody who takes their own access away: there is always one left. */
export function checkTakingAccess(taker: Actor, { _id }: Pick<User, '_id'>): void {
  if (taker.userId === _id) throw refused('You cannot remove your own access.');
}

/** Whether a role allows something that somebody with these capabilities cannot do. */
function holdsMore(role: Role | undefined, capabilities: readonly string[]): boolean {
  return [...(role?.capabilities ?? [])].some(
    (capability) =>
      !noRights.has(capability) &&
      !capabilities.includes(capability) &&
      !capabilities.includes(contained.get(capability) ?? capability),
  );
}
