import type { ExtensionCall } from '@svc/contracts';
import type { HookedWrite } from './on-writes.ts';
import { readRecords } from './read-records.ts';
import { shownNumber, shownUser } from './shown-values.ts';
import { newIds } from './written-values.ts';

/** The user in each field by which a contact names one: its assignee, and the user whom it represents. */
const userIn = { assigned_to: shownUser, corresponds_to_user: shownNumber } as const;

/**
 * Shares the record with the users whom the contacts name that a write newly connects through the field `key`. A site link, which has
 * nobody behind it, opens only records that it creates.
 */
export async function shareWithNamed(
  call: ExtensionCall,
  { fields, existing, actor, isNew, share }: HookedWrite,
  { key, by }: { key: string; by: keyof typeof userIn },
): Promise<void> {
  if (actor.kind === 'site_link' && !isNew) return;
  const ids = newIds(fields, key, existing);
  const contacts = await readRecords(call, { postType: 'contacts', ids, fields: [by] });
  const users = [...contacts.values()].map((contact) => userIn[by](contact.fields, by));
  share({ users: users.filter((user) => user > 0) });
}
