import { beforeAll, expect, test } from '@jest/globals';
import { api } from '../../support/http.ts';
import type { TestUser, World } from '../../support/world.ts';
import { clientOf, type Client, type Fields } from './client.ts';

const contacts = 'dt-posts/v2/contacts';
const groups = 'dt-posts/v2/groups';
const text = expect.any(String);

/** The mobile app of 2021, which maps every value of a record by its shape and fails for an unknown one. */
export function mobileAppOf2021(world: () => World): void {
  let mona: TestUser;
  let app: Client;
  let group: unknown;
  let path: string;

  beforeAll(async () => {
    mona = await world().createUser({ role: 'multiplier', displayName: 'Mona of 2021' });
    app = clientOf(api(world(), mona.token), { 'content-type': 'application/json' });
    const made = await app.post(`${groups}/`, { name: 'Group & co', member_count: '3', leaders: own() });
    group = made['ID'];
    const contact = await app.post(`${contacts}/`, {
      name: 'Bob Smith',
      type: 'access',
      assigned_to: `user-${mona.id}`,
      gender: 'male',
      contact_phone: [{ value: '1' }],
      contact_email: [{ value: 'bob@example.test' }],
      tags: of('one'),
      milestones: of('milestone_belief'),
      groups: of(group),
      location_grid: of('200'),
      baptism_date: '2024-01-02',
      subassigned: own(),
      age: '<26',
      sources: of('web'),
      x_rating: 3,
    });
    path = `${contacts}/${String(contact['ID'])}`;
  });

  const own = () => of(mona.contactId);

  test.each([
    ['of contacts', () => `${contacts}?offset=0&limit=100&sort=-last_modified`],
    ['of groups', () => `${groups}?offset=0&limit=100&sort=-last_modified`],
    ['by name', () => `${contacts}?name=bob smith&sort=name&offset=0&limit=100`],
    [
      'of a filter',
      () =>
        `${contacts}?offset=0&limit=100&assigned_to%5B%5D=me&overall_status%5B%5D=-closed` +
        `&groups%5B%5D=${String(group)}&combine%5B%5D=subassigned&sort=name`,
    ],
  ])('maps every record of a list %s', async (_what, list) => {
    const { posts, total } = await app.get<{ posts: Fields[]; total: number }>(list());
    expect(posts.length).toBeGreaterThan(0);
    expect(total).toBe(posts.length);
    for (const record of posts) expectMappable(record, expect.stringMatching(/^\d+$/));
  });

  test('maps a record that it opens', async () => {
    const record = await app.get(path);
    expectMappable(record, expect.any(Number));
    expect(record).toMatchObject({
      name: 'Bob Smith',
      gender: { key: 'male', label: 'Male' },
      milestones: ['milestone_belief'],
      assigned_to: { 'assigned-to': `user-${mona.id}`, display: 'Mona of 2021' },
      groups: [{ ID: group, post_title: 'Group & co' }],
    });
    expect(record['assigned_to']).not.toHaveProperty('label');
  });
}

const of = (...all: unknown[]) => ({ values: all.map((value) => ({ value })) });

/** The shapes of values that the app knows; it throws for some others and ignores the rest. */
const mappable: readonly ((value: Fields) => boolean)[] = [
  ({ key, label }) => isText(key) && isText(label),
  ({ timestamp }) => /^\d+$/.test(String(timestamp)),
  (value) => /^user-\d+$/.test(String(value['assigned-to'])) && isText(value['display']),
];

const mappableItems: readonly ((value: Fields) => boolean)[] = [
  ({ ID, post_title: title }) => typeof ID === 'number' && isText(title),
  ({ key, value }) => isText(key) && isText(value),
  ({ id, label }) => id !== undefined && isText(label),
];

function expectMappable(record: Fields, id: unknown): void {
  const { ID, post_date: date, ...values } = record;
  expect({ ID, date }).toEqual({ ID: id, date: { timestamp: text, formatted: text } });
  const unknown = Object.entries(values).filter(([, value]) => !isMappable(value));
  expect(unknown).toEqual([]);
}

function isMappable(value: unknown): boolean {
  if (!(value instanceof Object)) return value !== undefined;
  if (!Array.isArray(value)) return mappable.some((isOf) => isOf(value as Fields));
  return value.every((item) => isText(item) || mappableItems.some((isOf) => isOf(item as Fields)));
}

const isText = (value: unknown) => typeof value === 'string';
