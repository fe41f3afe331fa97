import { recordsViewable, type ExtensionCall } from '@svc/contracts';
import type { HookedWrite } from './on-writes.ts';
import { readRecords } from './read-records.ts';
import { shownUser } from './shown-values.ts';
import { newIds } from './written-connections.ts';
import { writtenUser } from './written-user.ts';

/** Shares a group with the assignees of its new members. */
export async function shareWithAssignees(
  call: ExtensionCall,
  { fields, existing, share }: HookedWrite,
): Promise<void> {
  const ids = newIds(fields, 'members', existing);
  const members = await readRecords(call, { postType: 'contacts', ids, fields: ['assigned_to'] });
  const users = [...members.values()].map((member) => shownUser(member, 'assigned_to'));
  share({ users: users.filter((user) => user > 0) });
}

/**
 * Shares the groups that a contact joins with its assignee, as far as the caller may view them. Otherwise any caller could gain access to
 * any group by adding a contact of their own.
 */
export async function shareGroupsOfContact({
  fields,
  existing,
  actor,
  call,
  share,
}: HookedWrite): Promise<void> {
  const assignee =
    'assigned_to' in fields ? writtenUser(fields['assigned_to'], actor) : shownUser(existing, 'assigned_to');
  const groups = newIds(fields, 'groups', existing);
  if (!assignee || groups.length === 0) return;
  const { records } = await call(recordsViewable, { ids: groups });
  for (const { id } of records) share({ users: [assignee], record: id });
}
