import { can, type Actor, type Fields } from '@svc/contracts';
import { shownUser } from './shown-values.ts';

/**
 * Whether what a user does with a record answers the question for an update (docs/extensions.md#what-the-built-in-modules-do): not when somebody
 * who oversees all records does it who is not the one assigned.
 */
export function answersUpdateRequest(record: Fields, actor: Actor, overseeing: string): boolean {
  if (actor.kind !== 'user' || record['requires_update'] !== true) return false;
  return !can(actor, overseeing) || shownUser(record, 'assigned_to') === actor.userId;
}
