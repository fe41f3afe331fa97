import { type Actor, say } from '@svc/contracts';
import type { User } from '../store/user.ts';
import { administrator, refused } from './account-guard.ts';
import { holdsMore } from './holds-more.ts';
import type { RoleCatalogue } from './role-catalogue.ts';

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
    throw refused('Another administrator has to take this role from you.');
  const beyond = isAdministrator
    ? []
    : given.filter((role) => holdsMore(catalogue.get(role), giver.capabilities));
  if (beyond.length > 0) throw refused(say`You can not give what you do not have: ${beyond.join(', ')}.`);
}

/** @throws ServiceError `no_permissions` for somebody who takes their own access away: there is always one left. */
export function checkTakingAccess(taker: Actor, { _id }: Pick<User, '_id'>): void {
  if (taker.userId === _id) throw refused('You can not take your own access away.');
}
