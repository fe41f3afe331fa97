import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { EventWatch } from '../support/events.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';
import { Browser, type ClientSession } from './browser.ts';
import { editsFor, type Edit } from './edits.ts';

let world: World;
let browser: Browser;
let mona: TestUser;
let colleague: TestUser;
let client: ClientSession;
let events: EventWatch;

beforeAll(async () => {
  world = await worldInCommon();
  [mona, colleague] = await Promise.all([
    world.createUser({ role: 'multiplier', displayName: 'Mona' }),
    world.createUser({ role: 'multiplier', displayName: 'Carl Colleague' }),
  ]);
  events = await EventWatch.open(world);
  browser = await Browser.open();
  client = browser.session({ gatewayUrl: world.gatewayUrl, token: mona.token });
});

afterAll(() => browser?.close());

// The client prints every refusal.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function everythingOf(session: ClientSession, postType: string, id: number) {
  const { activity, total } = await session.api.getPostActivity(postType, id);
  return { record: await session.api.getPost(postType, id), activity, total };
}

async function applyEdit({ component, postType, field, steps }: Edit) {
  const { ID: id } = await client.api.createPost(postType, { name: 'Edited' });
  await events.take();
  const element = client.open(component, postType, id);
  let before = await everythingOf(client, postType, id);

  for (const [at, { newValue, read, notes, oldValue = steps[at - 1]?.newValue ?? null }] of steps.entries()) {
    await element.change(field, newValue, oldValue);
    expect(Object.fromEntries(element.attributes)).toEqual({ error: '', saved: true });

    const after = await everythingOf(client, postType, id);
    expect(after.record[field]).toEqual(read);
    const known = before.activity.map(({ histid }) => histid);
    const added = after.activity.filter(({ histid }) => !known.includes(histid));
    expect(added.map(({ object_note: note }) => note)).toEqual(notes);
    for (const item of added) expect(item).toMatchObject({ name: 'Mona' });
    expect(after.total).toBe(before.total + notes.length);

    // Assigning a record also shares it, which is a separate event.
    const fired = (await events.take()).filter(({ type }) => type !== 'svc.share.created');
    expect(fired.map(({ type, subject }) => [type, subject])).toEqual([
      ['svc.record.updated', `${postType}/${id}`],
    ]);
    expect(Object.keys(fired[0]?.data['changed'] ?? {})).toEqual([field]);
    before = after;
  }
}

const placeholders = editsFor({ colleague: { id: 0, displayName: '' } });

test.each(placeholders.map(({ type, component, field }, at) => ({ type, component, field, at })))(
  '$component saves a $type: $field',
  async ({ at }) => {
    const edit = editsFor({ colleague })[at] as Edit;
    await applyEdit(edit);
  },
);

test.each<
  [what: string, by: () => TestUser, field: string, newValue: unknown, status: number, error: string]
>([
  ['an empty name', () => mona, 'name', '', 400, 'Name/Title field can not be empty'],
  ['a field that does not exist', () => mona, 'hat', 'blue', 400, 'One or more fields do not exist'],
  [
    'a record of somebody else',
    () => colleague,
    'nickname',
    'Mine now',
    403,
    'You do not have permission to update contacts with ID #',
  ],
])(
  '%s is refused with a clear message, and nothing changes',
  async (_what, by, field, newValue, status, error) => {
    const owner = browser.session({ gatewayUrl: world.gatewayUrl, token: by().token });
    const { ID: id } = await owner.api.createPost('contacts', { name: 'Refused' });
    const before = await everythingOf(owner, 'contacts', id);
    await events.take();

    const element = client.open('dt-text', 'contacts', id);
    await element.change(field, newValue, null);

    const shown = { invalid: true, error: error.replace('#', String(id)) };
    expect(Object.fromEntries(element.attributes)).toEqual(shown);
    expect(client.wire.at(-1)).toMatchObject({ method: 'POST', status });
    expect(await everythingOf(owner, 'contacts', id)).toEqual(before);
    expect(await events.take()).toEqual([]);
    // The next change is version 2, so nothing was written in between.
    await owner.api.updatePost('contacts', id, { nickname: 'next' });
    const [next] = await events.take();
    expect(next?.data['record']).toMatchObject({ id, version: 2 });
  },
);
