import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { usersSetRoles } from '@svc/contracts';
import { until } from '@svc/testing';
import { api, done, make, type Api } from '../support/http.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

interface Changes {
  records: { ID: number; name: string; overall_status?: { key: string } }[];
  versions: Record<string, number>;
  removed: number[];
  cursor: string;
  more: boolean;
}

let world: World;
let carl: TestUser;
let asCarl: Api;
let asMona: Api;

beforeAll(async () => {
  world = await worldInCommon('inEarnest');
  carl = await world.createUser({ role: 'multiplier' });
  asCarl = api(world, carl.token);
  asMona = api(world, (await world.createUser({ role: 'multiplier' })).token);
});

afterAll(() => world?.settled());

/** All pages after a cursor, applied to a copy: names by id. */
async function follow(by: Api, copy: Map<number, string>, since?: string, limit = 2): Promise<string> {
  await world.settled();
  for (let cursor = since; ;) {
    const query = { post_type: 'contacts', limit, ...(cursor !== undefined && { since: cursor }) };
    const page = await done(by.get<Changes>('svc/v1/changes', { query }));
    expect(page.records.length).toBeLessThanOrEqual(limit);
    for (const { ID, name } of page.records) copy.set(ID, name);
    for (const id of page.removed) copy.delete(id);
    ({ cursor } = page);
    if (!page.more) return cursor;
  }
}

/** What a list shows. */
async function listed(by: Api): Promise<Map<number, string>> {
  const { posts } = await done(
    by.get<{ posts: { ID: number; name: string }[] }>(contacts, { query: { limit: 1000 } }),
  );
  return new Map(posts.map(({ ID, name }) => [ID, name]));
}

const sorted = (copy: ReadonlyMap<number, string>) => [...copy].sort(([one], [other]) => one - other);

test('a client without a cursor gets everything in pages, and afterwards only what changed', async () => {
  const ids: number[] = [];
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    ids.push(await make(asCarl, contacts, { name }));
  const copy = new Map<number, string>();
  const cursor = await follow(asCarl, copy);
  expect(sorted(copy)).toEqual(sorted(await listed(asCarl)));
  await done(asCarl.post(`${contacts}/${ids[1]}`, { json: { name: 'changed' } }));
  const created = await make(asCarl, contacts, { name: 'created' });
  await world.settled();
  const page = await done(
    asCarl.get<Changes>('svc/v1/changes', { query: { post_type: 'contacts', since: cursor } }),
  );
  expect(page.records.map(({ ID }) => ID).sort()).toEqual([ids[1], created].sort());
  expect(page).toMatchObject({ removed: [], more: false, versions: { [created]: expect.any(Number) } });
});

test('a record that is shared comes into view, and is removed when the share ends', async () => {
  const copy = new Map<number, string>();
  const start = await follow(asCarl, copy);
  const id = await make(asMona, contacts, { name: 'Shared' });
  const unseen = await make(asMona, contacts, { name: 'Unseen' });
  await done(asMona.post(`${contacts}/${id}/shares`, { json: { user_id: carl.id } }));
  const shared = await follow(asCarl, copy, start);
  expect(copy.get(id)).toBe('Shared');
  await done(asMona.delete(`${contacts}/${id}/shares`, { json: { user_id: carl.id } }));
  await done(asMona.post(`${contacts}/${id}`, { json: { name: 'Changed unseen' } }));
  await world.settled();
  const page = await done(
    asCarl.get<Changes>('svc/v1/changes', { query: { post_type: 'contacts', since: shared } }),
  );
  expect(page).toMatchObject({ records: [], removed: [id] });
  expect(page.removed).not.toContain(unseen);
});

test('deleted and merged records are removed', async () => {
  const administrator = api(world, (await world.createUser({ role: 'administrator' })).token);
  const primary = await make(asCarl, contacts, { name: 'Twin' });
  const duplicate = await make(asCarl, contacts, { name: 'Twin' });
  const gone = await make(asCarl, contacts, { name: 'Gone' });
  const copy = new Map<number, string>();
  const cursor = await follow(asCarl, copy);
  await done(
    asCarl.post(`${contacts}/merge`, { json: { primary_post_id: primary, archiving_post_id: duplicate } }),
  );
  await done(administrator.delete(`${contacts}/${gone}`));
  await world.settled();
  const query = { post_type: 'contacts', since: cursor };
  const page = await done(asCarl.get<Changes>('svc/v1/changes', { query }));
  expect(page.removed.sort()).toEqual([duplicate, gone].sort());
  expect(page.records.map(({ ID }) => ID)).toEqual([primary]);
});

test('a copy that follows concurrent writes equals the list in the end', async () => {
  const copy = new Map<number, string>();
  let cursor = await follow(asCarl, copy);
  const own = [...copy.keys()].slice(0, 3);
  for (let round = 0; round < 5; round += 1) {
    const writes = own.map((id, at) =>
      asCarl.post(`${contacts}/${id}`, { json: { name: `${round} ${at}` } }),
    );
    const query = { post_type: 'contacts', since: cursor, limit: 2 };
    const page = await done(asCarl.get<Changes>('svc/v1/changes', { query }));
    for (const { ID, name } of page.records) copy.set(ID, name);
    ({ cursor } = page);
    await Promise.all(writes);
  }
  await follow(asCarl, copy, cursor);
  for (const id of own) expect(copy.get(id)).toBe((await listed(asCarl)).get(id));
});

test('a cursor of other rights has expired, and a text that is no cursor is refused', async () => {
  const user = await world.createUser({ role: 'dispatcher' });
  const by = api(world, user.token);
  const cursor = await follow(by, new Map(), undefined, 500);
  await world.ask(usersSetRoles, { username: user.username, roles: ['multiplier'] });
  const query = { post_type: 'contacts', since: cursor };
  // The gateway learns of the change of roles by its event.
  await until(async () =>
    expect(await by.get('svc/v1/changes', { query })).toMatchObject({
      status: 410,
      body: { code: 'cursor_expired' },
    }),
  );
  const wrong = await by.get('svc/v1/changes', { query: { ...query, since: 'abc' } });
  expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('since') });
});

test.each(['post_type[id]=contacts', 'post_type=contacts&wait[x]=5'])(
  'a parameter that is no text is refused: %s',
  async (query) => {
    const answer = await asCarl.get('svc/v1/changes', { query });
    expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  },
);

test('a request that waits is answered with the next change', async () => {
  const cursor = await follow(asCarl, new Map(), undefined, 500);
  const query = { post_type: 'contacts', since: cursor, wait: 30 };
  const waiting = done(asCarl.get<Changes>('svc/v1/changes', { query }));
  const id = await make(asCarl, contacts, { name: 'Awaited' });
  expect((await waiting).records.map(({ ID }) => ID)).toEqual([id]);
});
