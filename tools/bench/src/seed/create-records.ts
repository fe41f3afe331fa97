import { recordsCreate } from '@svc/contracts';
import { type AdminCaller, Choices, groupNames, values } from '@svc/demo';
import type { Report } from '@svc/local-stack';
import { atOnce } from './at-once.ts';
import { contactBody, phone, recentDay, type Surroundings } from './contact-body.ts';
import { personName } from './people-names.ts';
import { groupsFor, type SeedUser } from './seed-form.ts';

const inParallel = 32;

/** Creates contacts, and a group for every ten of them, with the operations that clients reach over HTTP. */
export async function createRecords(
  admin: AdminCaller,
  { count, users, report }: { count: number; users: readonly SeedUser[]; report: Report },
): Promise<number[]> {
  const contacts: number[] = [];
  const groups: number[] = [];
  const around: Surroundings = { assignees: assigneesOf(users), contacts };
  const make = maker(admin);
  await atOnce({ count, inParallel, what: 'Contacts', report }, async (index) => {
    contacts.push(await make('contacts', contactBody(new Choices(index), around)));
  });
  await atOnce({ count: groupsFor(count), inParallel: 16, what: 'Groups', report }, async (index) => {
    groups.push(await make('groups', groupBody(new Choices(-1 - index), around)));
  });
  return [...contacts, ...groups];
}

/** Creates contacts with few fields; each is assigned to a user and so shared with them. */
export async function createSmallContacts(
  admin: AdminCaller,
  { count, users, report }: { count: number; users: readonly SeedUser[]; report: Report },
): Promise<number[]> {
  const contacts: number[] = [];
  const make = maker(admin);
  await atOnce({ count, inParallel, what: 'Contacts', report }, async (index) => {
    const choices = new Choices(index);
    const assigned_to = choices.one(users).id;
    const contact_phone = [{ value: phone(choices) }];
    contacts.push(await make('contacts', { name: personName(choices), assigned_to, contact_phone }));
  });
  return contacts;
}

const maker = (admin: AdminCaller) => async (postType: string, fields: Record<string, unknown>) => {
  const input = { post_type: postType, fields, silent: true };
  return ((await admin(recordsCreate, input)) as { ID: number }).ID;
};

/** The assignees; every tenth user is listed three times and so gets more records. */
function assigneesOf(users: readonly SeedUser[]): number[] {
  return users.flatMap(({ id }, index) => (index % 10 === 3 ? [id, id, id] : [id]));
}

const kinds = { group: 50, 'pre-group': 30, church: 15, team: 5 };

/** The create body of a group: three to twelve of the contacts are its members, one or two of them lead it. */
function groupBody(choices: Choices, { assignees, contacts }: Surroundings): Record<string, unknown> {
  const picked = Array.from({ length: 3 + choices.below(10) }, () => choices.one(contacts));
  const members = [...new Set(picked)];
  return {
    name: `${choices.one(groupNames)} ${choices.below(900) + 10}`,
    group_type: choices.weighted(kinds),
    group_status: choices.next() < 0.85 ? 'active' : 'inactive',
    assigned_to: choices.one(assignees),
    start_date: recentDay(choices),
    members: values(members),
    leaders: values(members.slice(0, choices.below(2) + 1)),
    health_metrics: values(choices.some(['church_bible', 'church_prayer', 'church_praise'], 0.5)),
  };
}
