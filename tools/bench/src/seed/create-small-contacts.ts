import { recordsCreate } from '@svc/contracts';
import { Choices, type AdminCaller } from '@svc/demo';
import type { Report } from '@svc/local-stack';
import { atOnce } from './at-once.ts';
import { digits } from './contact-body.ts';
import { personName } from './people-names.ts';
import type { SeedUser } from './seed-marker.ts';

const inParallel = 32;

/** Creates contacts of which there is little to tell; each is assigned to a user, and so shared with him. */
export async function createSmallContacts(
  admin: AdminCaller,
  { count, users, report }: { count: number; users: readonly SeedUser[]; report: Report },
): Promise<number[]> {
  const contacts: number[] = [];
  await atOnce({ count, inParallel, what: 'Contacts', report }, async (index) => {
    const choices = new Choices(index);
    const fields = {
      name: personName(choices),
      assigned_to: choices.one(users).id,
      contact_phone: [{ value: `+99 ${digits(choices, 3)} ${digits(choices, 4)} ${digits(choices, 3)}` }],
    };
    const input = { post_type: 'contacts', fields, silent: true };
    contacts.push(((await admin(recordsCreate, input)) as { ID: number }).ID);
  });
  return contacts;
}
