import { can, type Actor, type Fields } from '@svc/contracts';
import { singleOf } from '../../fields/key-select/key-select.ts';
import type { FieldRule } from './on-writes.ts';
import { shownOption, shownUser } from './shown-values.ts';

/** The new type of a contact; undefined if the write does not change it. */
export function newContactType(fields: Fields, existing: Fields): string | undefined {
  const type = singleOf(fields['type']);
  return typeof type === 'string' && type !== shownOption(existing, 'type') ? type : undefined;
}

/** Whether follow-up rules apply: the contact has the type access, or gets it. */
export function isAccess(fields: Fields, existing: Fields): boolean {
  return shownOption(existing, 'type') === 'access' || singleOf(fields['type']) === 'access';
}

/** A contact that becomes type access gets a status and an assignee. */
export const becomingAccess: FieldRule = (fields, { existing, actor }) => {
  if (newContactType(fields, existing) !== 'access') return fields;
  const status = shownOption(existing, 'overall_status') ? {} : { overall_status: 'active' };
  const assignee = shownUser(existing, 'assigned_to') > 0 ? {} : assignedTo(actor, 'contacts');
  return { ...status, ...assignee, ...fields };
};

/** Assigns the caller, if they are a user who may access records of the type. */
export function assignedTo(actor: Actor, postType: string): Fields {
  return actor.userId > 0 && can(actor, `access_${postType}`) ? { assigned_to: actor.userId } : {};
}
