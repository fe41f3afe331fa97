import { type Actor, can, ServiceError } from '@svc/contracts';

/** Whose places a request is about: the caller's, or with `manage_dt` those of somebody else. */
export function placedUser(actor: Actor, wanted: number | undefined): number {
  if (wanted !== undefined && wanted !== actor.userId) {
    if (!can(actor, 'manage_dt')) throw new ServiceError('no_permissions', 'No permission to edit this user');
    return wanted;
  }
  if (actor.kind !== 'user') throw new ServiceError('user_id', 'User does not exist');
  return actor.userId;
}
