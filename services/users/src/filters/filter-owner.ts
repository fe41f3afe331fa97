import { type Actor, ServiceError } from '@svc/contracts';

/** The user whose filters a caller may change: themselves. @throws ServiceError `user_id` for a caller that is not a user. */
export function filterOwner(actor: Actor): number {
  if (actor.kind !== 'user') throw new ServiceError('user_id', 'User does not exist');
  return actor.userId;
}
