import { type Actor, can, ServiceError } from '@svc/contracts';

/** The id of the calling user. @throws ServiceError `user_id` for a caller that is not a user. */
export function callingUser(actor: Actor): number {
  if (actor.kind !== 'user') throw new ServiceError('user_id', 'User does not exist');
  return actor.userId;
}

/** The user whose places or picture a request concerns: the caller, or with `manage_dt` another user. */
export function chosenUser(actor: Actor, wanted: number | undefined): number {
  if (wanted === undefined || wanted === actor.userId) return callingUser(actor);
  if (!can(actor, 'manage_dt')) throw new ServiceError('no_permissions', 'No permission to edit this user');
  return wanted;
}
