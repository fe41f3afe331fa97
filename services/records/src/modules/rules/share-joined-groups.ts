import { recordsViewable, type ExtensionCall } from '@svc/contracts';
import type { HookedWrite } from './on-writes.ts';
import { readRecords } from './read-records.ts';
import { shownUser } from './shown-values.ts';
import { newIds } from './written-connections.ts';
import { writtenUser } from './written-user.ts';

/** Who is responsible for the new members of a group gets the group shared. */
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
 * Who is responsible for a contact gets the groups shared that it joins: those that the caller may share themselves. Else
 * anybody could open any group by putting a contact of their own into it.
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
