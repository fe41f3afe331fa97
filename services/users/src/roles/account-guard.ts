import { type Actor, can, msg, type Message, ServiceError } from '@svc/contracts';
import type { User } from '../model/user.ts';
import { capabilitiesOf, type RoleCatalogue } from './role-catalogue.ts';

/** The role that only its holders can give or take, and whose holders only they can change (docs/guides/user-administration.md#administration). */
export const administrator = 'administrator';

/** Rights over accounts: an account with one of them can only be changed by callers who have it too. */
const accountRights = ['manage_dt', 'promote_users', 'edit_users', 'create_users', 'delete_users'] as const;

/** Rights of which callers need at least one to change other accounts; the operations require more. */
const administering = [...accountRights, 'list_users'] as const;

/**
 * The check whether a caller may change an account: users can change their own, the system and administrators all, site
 * links none. It throws ServiceError `no_permissions` when they may not.
 */
export function accountGuard(catalogue: RoleCatalogue) {
  return (actor: Actor, user: User): void => {
    refuseSiteLink(actor);
    const isOwn = actor.kind === 'user' && actor.userId === user._id;
    if (isOwn || actor.kind === 'system' || actor.roles.includes(administrator)) return;
    if (!administering.some((right) => can(actor, right))) throw refused('Missing Permissions');
    if (user.roles.includes(administrator))
      throw refused("Only an administrator can change an administrator's account.");
    const held = capabilitiesOf(catalogue, user.roles);
    const missing = accountRights.filter((right) => held.includes(right) && !can(actor, right));
    if (missing.length > 0)
      throw refused(
        msg`You cannot change an account with rights that you do not have: ${missing.join(', ')}.`,
      );
  };
}

/**
 * Nobody is behind a site link who could give or take the access of users, whatever its capabilities.
 * @throws ServiceError `no_permissions`
 */
function refuseSiteLink(actor: Actor): void {
  if (actor.kind === 'site_link') throw refused('A site link may not create or change accounts.');
}

/** A refusal because of missing rights over an account. */
export function refused(message: Message): ServiceError {
  return new ServiceError('no_permissions', message, { status: 403 });
}

/** @throws ServiceError `no_permissions` for a caller with none of these capabilities, and for every site link. */
export function checkAdministers(
  actor: Actor,
  capabilities: readonly string[],
  message = 'Missing Permissions',
): void {
  checkHasOne(actor, capabilities, message);
  refuseSiteLink(actor);
}

/** @throws ServiceError `no_permissions` for a caller who may not read accounts. Site links with the capability may. */
export function checkReadsAccounts(actor: Actor): void {
  checkHasOne(actor, ['list_users', 'manage_dt'], 'Missing Permissions');
}

function checkHasOne(actor: Actor, capabilities: readonly string[], message: string): void {
  if (!capabilities.some((capability) => can(actor, capability)))
    throw new ServiceError('no_permissions', message);
}
