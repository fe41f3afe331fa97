import { recordsCreate } from '@svc/contracts';
import { Choices, type AdminCaller } from '@svc/demo';
import type { Report } from '@svc/local-stack';
import { atOnce } from './at-once.ts';
import { contactBody, type Surroundings } from './contact-body.ts';
import { groupBody } from './group-body.ts';
import { groupsFor } from './seed-form.ts';
import type { SeedUser } from './seed-marker.ts';

const inParallel = 32;

/**
 * Creates contacts, and a group for ten of them, with the operation that clients reach, past HTTP: they are what the
 * service makes of them.
 */
export async function createRecords(
  admin: AdminCaller,
  { count, users, report }: { count: number; users: readonly SeedUser[]; report: Report },
): Promise<number[]> {
  const contacts: number[] = [];
  const groups: number[] = [];
  const around: Surroundings = { assignees: assigneesOf(users), contacts };
  const make = async (postType: string, fields: Record<string, unknown>) => {
    const input = { post_type: postType, fields, silent: true };
    return ((await admin(recordsCreate, input)) as { ID: number }).ID;
  };
  await atOnce({ count, inParallel, what: 'Contacts', report }, async (index) => {
    contacts.push(await make('contacts', contactBody(new Choices(index), around)));
  });
  await atOnce({ count: groupsFor(count), inParallel: 16, what: 'Groups', report }, async (index) => {
    groups.push(await make('groups', groupBody(new Choices(-1 - index), around)));
  });
  return [...contacts, ...groups];
}

/** Every tenth user has three times as much to do as the others. */
function assigneesOf(users: readonly SeedUser[]): number[] {
  return users.flatMap(({ id }, index) => (index % 10 === 3 ? [id, id, id] : [id]));
}
