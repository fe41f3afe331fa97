import { can, type Actor, type Fields } from '@svc/contracts';
import { singleOf } from '../../fields/key-select/key-select.ts';
import type { FieldRule } from './field-rule.ts';
import { shownOption, shownUser } from './shown-values.ts';

/** The type that a write gives a contact that has another one. */
export function newContactType(fields: Fields, existing: Fields): string | undefined {
  const type = singleOf(fields['type']);
  return typeof type === 'string' && type !== shownOption(existing, 'type') ? type : undefined;
}

/** Whether the rules of following up hold: for contacts that are of type access, or become it. */
export function isAccess(fields: Fields, existing: Fields): boolean {
  return shownOption(existing, 'type') === 'access' || singleOf(fields['type']) === 'access';
}

/** A contact that becomes one to follow up gets a status, and somebody who does it. */
export const becomingAccess: FieldRule = (fields, { existing, actor }) => {
  if (newContactType(fields, existing) !== 'access') return fields;
  const status = shownOption(existing, 'overall_status') ? {} : { overall_status: 'active' };
  const assignee = shownUser(existing, 'assigned_to') > 0 ? {} : assignedTo(actor, 'contacts');
  return { ...status, ...assignee, ...fields };
};

/** The caller as assignee, if that is a user who may work with records of the type. */
export function assignedTo(actor: Actor, postType: string): Fields {
  return actor.userId > 0 && can(actor, `access_${postType}`) ? { assigned_to: actor.userId } : {};
}
