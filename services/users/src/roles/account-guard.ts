import { type Actor, can, msg, type Message, ServiceError } from '@svc/contracts';
import type { User } from '../model/user.ts';
import { capabilitiesOf, type RoleCatalogue } from './role-catalogue.ts';

/** The role that only those who have it give, take and change the accounts of (docs/users.md#administration). */
export const administrator = 'administrator';

/** Rights over accounts: whoever has one of them is changed only by those who have it too. */
const accountRights = ['manage_dt', 'promote_users', 'edit_users', 'create_users', 'delete_users'] as const;

/** What it takes to change anybody else; the operations ask for more, each for its own. */
const administering = [...accountRights, 'list_users'] as const;

/** Whether somebody may change an account. @throws ServiceError `no_permissions` when they may not. */
export type AccountGuard = (actor: Actor, user: User) => void;

/** Everybody changes their own account, the service itself and an administrator every one. */
export function accountGuard(catalogue: RoleCatalogue): AccountGuard {
  return (actor, user) => {
    const isOwn = actor.kind === 'user' && actor.userId === user._id;
    if (isOwn || actor.kind === 'system' || actor.roles.includes(administrator)) return;
    if (!administering.some((right) => can(actor, right))) throw refused('Missing Permissions');
    if (user.roles.includes(administrator))
      throw refused('Only an administrator can change the account of an administrator.');
    const held = capabilitiesOf(catalogue, user.roles);
    const missing = accountRights.filter((right) => held.includes(right) && !can(actor, right));
    if (missing.length > 0)
      throw refused(msg`This account has rights that you do not have: ${missing.join(', ')}.`);
  };
}

/** The refusal of somebody whose rights are not enough for what they want of an account. */
export function refused(message: Message): ServiceError {
  return new ServiceError('no_permissions', message, { status: 403 });
}
