import { type Actor, ServiceError } from '@svc/contracts';

/** Whose filters a caller may change: its own. @throws ServiceError `user_id` when it is no user. */
export function filterOwner(actor: Actor): number {
  if (actor.kind !== 'user') throw new ServiceError('user_id', 'User does not exist');
  return actor.userId;
}
