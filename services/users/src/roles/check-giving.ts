import { type Actor, msg } from '@svc/contracts';
import type { User } from '../model/user.ts';
import { administrator, refused } from './account-guard.ts';
import type { RoleCatalogue } from './role-catalogue.ts';

/** Capabilities that anybody may give: they open a page, but no data. */
const noRights: ReadonlySet<string> = new Set(['can_access_home_screen']);

/** Capabilities contained in another: who has the second may give the first. */
const contained: ReadonlyMap<string, string> = new Map([
  ['access_specific_sources', 'dt_all_access_contacts'],
]);

/** New roles for a user, and the caller who gives them. */
export interface Giving {
  readonly giver: Actor;
  readonly user: Pick<User, '_id' | 'roles'>;
  readonly wanted: readonly string[];
}

/**
 * Checks whether a caller may give a user these roles; roles that the user already has are not checked.
 * @throws ServiceError `no_permissions` naming the roles that the caller may not give or take.
 */
export function checkGiving({ giver, user, wanted }: Giving, catalogue: RoleCatalogue): void {
  if (giver.kind === 'system') return;
  const given = wanted.filter((role) => !user.roles.includes(role));
  const taken = user.roles.filter((role) => !wanted.includes(role));
  const isAdministrator = giver.roles.includes(administrator);
  if (!isAdministrator && [...given, ...taken].includes(administrator))
    throw refused('Only an administrator can grant or revoke the role administrator.');
  if (taken.includes(administrator) && giver.userId === user._id)
    throw refused('Another administrator must remove this role from you.');
  const beyond = isAdministrator
    ? []
    : given.filter((role) => holdsMore([...(catalogue.get(role)?.capabilities ?? [])], giver.capabilities));
  if (beyond.length > 0)
    throw refused(msg`You cannot grant rights that you do not have: ${beyond.join(', ')}.`);
}

/** @throws ServiceError `no_permissions` for users who disable themselves, so that somebody always keeps access. */
export function checkTakingAccess(taker: Actor, { _id }: Pick<User, '_id'>): void {
  if (taker.userId === _id) throw refused('You cannot remove your own access.');
}

/** Whether one of the wanted capabilities is neither among these nor contained in one of them. */
export function holdsMore(wanted: readonly string[], capabilities: readonly string[]): boolean {
  return wanted.some(
    (capability) =>
      !noRights.has(capability) &&
      !capabilities.includes(capability) &&
      !capabilities.includes(contained.get(capability) ?? capability),
  );
}
