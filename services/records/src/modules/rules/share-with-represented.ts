import type { ExtensionCall } from '@svc/contracts';
import type { HookedWrite } from './on-writes.ts';
import { readRecords } from './read-records.ts';
import { shownNumber } from './shown-values.ts';
import { newIds } from './written-connections.ts';

/** Shares the record with the users whose contacts a write newly connects through one of these fields. */
export async function shareWithRepresented(
  call: ExtensionCall,
  { fields, existing, share }: HookedWrite,
  keys: readonly string[],
): Promise<void> {
  const ids = keys.flatMap((key) => newIds(fields, key, existing));
  const contacts = await readRecords(call, { postType: 'contacts', ids, fields: ['corresponds_to_user'] });
  const users = [...contacts.values()].map((contact) => shownNumber(contact, 'corresponds_to_user'));
  share({ users: users.filter((user) => user > 0) });
}
