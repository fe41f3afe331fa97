import type { ExtensionCall } from '@svc/contracts';
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

/** Who is responsible for a contact gets the groups shared that it joins. */
export function shareGroupsOfContact({ fields, existing, actor, share }: HookedWrite): void {
  const isAssigned = 'assigned_to' in fields;
  const assignee = isAssigned
    ? writtenUser(fields['assigned_to'], actor)
    : shownUser(existing, 'assigned_to');
  if (!assignee) return;
  for (const group of newIds(fields, 'groups', existing)) share({ users: [assignee], record: group });
}
