import { can, type Actor, type Fields } from '@svc/contracts';
import { shownUser } from './shown-values.ts';

/**
 * Whether a user's action on a record answers its request for an update (docs/extensions.md#what-the-built-in-modules-do). Actions of users
 * who oversee all records do not, unless the record is assigned to them.
 */
export function answersUpdateRequest(record: Fields, actor: Actor, overseeing: string): boolean {
  if (actor.kind !== 'user' || record['requires_update'] !== true) return false;
  return !can(actor, overseeing) || shownUser(record, 'assigned_to') === actor.userId;
}
