import { type Actor, say, type Saying, ServiceError } from '@svc/contracts';
import type { User } from '../store/user.ts';
import { holdsMore } from './holds-more.ts';
import type { RoleCatalogue } from './role-catalogue.ts';

/** Who gives whom which roles, instead of those that the user has. */
export interface Giving {
  readonly giver: Actor;
  readonly user: Pick<User, '_id' | 'roles'>;
  readonly wanted: readonly string[];
}

/** Only who has this role gives or takes it (spec 2.10). */
const highest = 'administrator';

/**
 * Whether somebody may give a user these roles. What the user has already is not given.
 * @throws ServiceError `no_permissions` naming the roles that are not the giver's to give or to take.
 */
export function checkGiving({ giver, user, wanted }: Giving, catalogue: RoleCatalogue): void {
  if (giver.kind === 'system') return;
  const given = wanted.filter((role) => !user.roles.includes(role));
  const taken = user.roles.filter((role) => !wanted.includes(role));
  const isHighest = giver.roles.includes(highest);
  if (!isHighest && [...given, ...taken].includes(highest))
    throw refused('Only an administrator can give or take the role administrator.');
  if (taken.includes(highest) && giver.userId === user._id)
    throw refused('Another administrator has to take this role from you.');
  const beyond = isHighest ? [] : given.filter((role) => holdsMore(catalogue.get(role), giver.capabilities));
  if (beyond.length > 0) throw refused(say`You can not give what you do not have: ${beyond.join(', ')}.`);
}

/**
 * Whether somebody may take a user's access away.
 * @throws ServiceError `no_permissions` for an administrator's, unless by another administrator, and for one's own.
 */
export function checkTakingAccess(taker: Actor, user: Pick<User, '_id' | 'roles'>): void {
  if (taker.userId === user._id) throw refused('You can not take your own access away.');
  if (user.roles.includes(highest) && !taker.roles.includes(highest))
    throw refused('Only an administrator can take an administrator’s access away.');
}

function refused(message: Saying): ServiceError {
  return new ServiceError('no_permissions', message, { status: 403 });
}
