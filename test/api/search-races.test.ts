import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventStream } from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { api, type Api } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';
import { roles, workers, type Role } from './matrix/roles.ts';

const contacts = 'svc-posts/v2/contacts';
const groups = 'svc-posts/v2/groups';
const path = 'svc-posts/v2/posts/search/advanced_search';

interface Found {
  hits: {
    posts: { ID: number; post_title: string; comment_hit_content: string; meta_hit_value: string }[];
    total: number;
    total_count: number;
    remaining_count: number;
    has_more: boolean;
  }[];
  total_hits: number;
}

let world: World;
let owner: Api;
const readers = new Map<Role, { user: TestUser; http: Api }>();

/** A word that is like no other. */
const word = () => `w${randomBytes(8).toString('hex')}`;

/** In everything that is looked for. */
const needle = word();
/** What records and comments have said before. */
const said = { name: word(), phone: word(), comment: word(), deleted: word(), note: word() };
const secrets = Object.values(said);

/** Those that stay as they are, and those that are taken from their readers, by what happens to them. */
let kept: number;
const taken = new Map<string, number>();
let changed: { renamed: number; phoned: number; commented: number; silenced: number };

beforeAll(async () => {
  world = await openWorld();
  owner = api(world, (await world.createUser({ role: 'multiplier' })).token);
  for (const role of roles) {
    const user = await world.createUser({ role });
    readers.set(role, { user, http: api(world, user.token) });
  }
  await restrict('marketer', ['web']);
  await makeRecords();
  await untilIndexed();
  await holdBack(true);
  await takeAway();
});

afterAll(() => world?.close());

async function ok(answer: Promise<{ status: number; text: string; body: Record<string, unknown> }>) {
  const { status, text, body } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}

const reader = (role: Role) => {
  const found = readers.get(role);
  if (!found) throw new Error(`nobody is ${role}`);
  return found;
};

/** Of contacts by their sources, somebody sees those from here only. */
async function restrict(role: Role, sources: readonly string[]): Promise<void> {
  const sending = { query: { user: reader(role).user.id }, json: { allowed_sources: sources } };
  const { status, text } = await reader('administrator').http.post('user-management/v1/user', sending);
  if (status !== 200) throw new Error(text);
}

async function create(fields: object, type = contacts): Promise<number> {
  return (await ok(owner.post(type, { json: fields })))['ID'] as number;
}

async function comment(id: number, text: string): Promise<string> {
  const made = await ok(owner.post(`${contacts}/${id}/comments`, { json: { comment: text } }));
  return made['comment_ID'] as string;
}

/** Shares a record with everybody, or with nobody any more. */
async function shareWithAll(id: number, isShared: boolean, type = contacts): Promise<void> {
  for (const { user } of readers.values()) {
    const json = { user_id: user.id };
    if (isShared) await ok(owner.post(`${type}/${id}/shares`, { json }));
    else await ok(owner.delete(`${type}/${id}/shares`, { json }));
  }
}

const comments = { edited: '', deleted: '' };

async function makeRecords(): Promise<void> {
  const sharedName = `${needle} shared`;
  const groupName = `${needle} group`;
  taken.set('shared', await create({ name: sharedName, type: 'personal', nickname: needle }));
  taken.set('deleted', await create({ name: `${needle} deleted`, contact_phone: [{ value: needle }] }));
  taken.set('closed', await create({ name: `${needle} closed` }));
  taken.set('moved', await create({ name: `${needle} moved`, sources: { values: [{ value: 'web' }] } }));
  taken.set('group', await create({ name: groupName }, groups));
  kept = await create({ name: `${needle} kept`, type: 'personal', contact_phone: [{ value: needle }] });
  changed = {
    renamed: await create({ name: `${said.name} before`, type: 'personal' }),
    phoned: await create({ name: 'Phoned', type: 'personal', contact_phone: [{ value: said.phone }] }),
    commented: await create({ name: 'Commented', type: 'personal' }),
    silenced: await create({ name: 'Silenced', type: 'personal' }),
  };
  comments.edited = await comment(changed.commented, `${said.comment} said first`);
  comments.deleted = await comment(changed.silenced, `${said.deleted} said`);
  await comment(taken.get('shared') ?? 0, `${needle} and ${said.note}`);
  for (const id of [kept, taken.get('shared') ?? 0, ...Object.values(changed)]) await shareWithAll(id, true);
  await shareWithAll(taken.get('group') ?? 0, true, groups);
}

async function search(http: Api, query: string, more: object = {}): Promise<{ found: Found; text: string }> {
  const asked = { query, post_type: 'all', offset: 0, ...more };
  const { status, body, text } = await http.get<Found>(path, { query: asked });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return { found: body, text };
}

const idsOf = ({ hits }: Found) => hits.flatMap(({ posts }) => posts.map(({ ID }) => ID));

/** Everything is found by those who may see it. */
async function untilIndexed(): Promise<void> {
  const inReach = {
    multiplier: ['shared', 'group'],
    dispatcher: [...taken.keys()],
    marketer: ['moved', 'shared', 'group'],
  };
  for (const [role, places] of Object.entries(inReach)) {
    const ids = [kept, ...places.map((place) => taken.get(place) ?? 0)];
    await until(async () => {
      const { found } = await search(reader(role as Role).http, needle);
      expect(idsOf(found).sort()).toEqual(ids.sort());
    });
  }
  for (const [place, secret] of [
    [changed.renamed, said.name],
    [changed.phoned, said.phone],
    [changed.commented, said.comment],
    [changed.silenced, said.deleted],
    [taken.get('shared'), said.note],
  ] as const)
    await until(async () => expect(idsOf((await search(owner, secret)).found)).toEqual([place]));
}

/** Whether the index hears of anything. */
async function holdBack(isHeld: boolean): Promise<void> {
  const until = isHeld ? new Date(Date.now() + 3_600_000) : new Date(0);
  for (const durable of ['search-records', 'search-comments']) {
    const subject = `$JS.API.CONSUMER.PAUSE.${eventStream}.${durable}`;
    const answer = await world.bus.request(subject, JSON.stringify({ pause_until: until.toISOString() }));
    expect(answer.json<{ paused?: boolean }>().paused ?? false).toBe(isHeld);
  }
}

async function takeAway(): Promise<void> {
  const of = (name: string) => taken.get(name) ?? 0;
  await shareWithAll(of('shared'), false);
  await ok(reader('administrator').http.delete(`${contacts}/${of('deleted')}`));
  await ok(owner.post(`${contacts}/${of('closed')}`, { json: { type: 'personal' } }));
  const sources = { values: [{ value: 'web', delete: true }, { value: 'facebook' }] };
  await ok(owner.post(`${contacts}/${of('moved')}`, { json: { sources } }));
  await ok(reader('administrator').http.delete(`${groups}/${of('group')}`));
  await ok(owner.post(`${contacts}/${changed.renamed}`, { json: { name: 'After' } }));
  const phones = await ok(owner.get(`${contacts}/${changed.phoned}`));
  const [{ key }] = phones['contact_phone'] as [{ key: string }];
  await ok(owner.post(`${contacts}/${changed.phoned}`, { json: { contact_phone: [{ key, delete: true }] } }));
  const json = { comment: 'something else' };
  await ok(owner.post(`${contacts}/${changed.commented}/comments/${comments.edited}`, { json }));
  await ok(owner.delete(`${contacts}/${changed.silenced}/comments/${comments.deleted}`));
}

/** What somebody may see of it is searched by those who work with records; shares with others do not change that. */
const searchableBy = async (role: Role) => (workers.includes(role) ? visibleTo(reader(role).http) : []);

/** Those of the records with the needle that somebody may see now, as records itself says. */
async function visibleTo(http: Api): Promise<number[]> {
  const all: [number, string][] = [...taken].map(([name, id]) => [id, name === 'group' ? groups : contacts]);
  const answers = await Promise.all(
    [...all, [kept, contacts] as const].map(async ([id, type]) => {
      const { status } = await http.get(`${type}/${id}`);
      return status === 200 ? [id] : [];
    }),
  );
  return answers.flat().sort();
}

function expectCounts({ hits, total_hits }: Found): void {
  for (const { posts, total, total_count, remaining_count, has_more } of hits)
    expect({ total, total_count, remaining_count, has_more }).toEqual({
      total: posts.length,
      total_count: posts.length,
      remaining_count: 0,
      has_more: false,
    });
  expect(total_hits).toBe(hits.reduce((sum, { posts }) => sum + posts.length, 0));
}

const nothing = { hits: [], total_hits: 0 };

describe.each(roles)('what is taken away is not told by a search that has not heard of it: %s', (role) => {
  test.each<[string, object]>([
    ['everywhere', {}],
    ['in names', { post: true }],
    ['in channels', { meta: true }],
    ['in comments', { comment: true }],
    ['with marks of status', { status: 'all', archived: true }],
  ])('looks %s', async (_where, more) => {
    const { http } = reader(role);
    const visible = await visibleTo(http);
    const { found, text } = await search(http, needle, more);
    expectCounts(found);
    expect(visible).toEqual(expect.arrayContaining(idsOf(found)));
    for (const secret of secrets) expect(text).not.toContain(secret);
    for (const id of [...taken.values()].filter((each) => !visible.includes(each)))
      expect(idsOf((await search(http, String(id), more)).found)).not.toContain(id);
  });

  test('finds all that is left', async () => {
    const { found } = await search(reader(role).http, needle);
    expect(idsOf(found).sort()).toEqual(await searchableBy(role));
  });

  test.each(Object.entries(said))('does not find what was said before: %s', async (_what, secret) => {
    expect((await search(reader(role).http, secret)).found).toEqual(nothing);
  });
});

test('who may see everything is not told what is not there any more either', async () => {
  for (const secret of [said.name, said.phone, said.comment, said.deleted])
    expect((await search(owner, secret)).found).toEqual(nothing);
  expect(idsOf((await search(owner, said.note)).found)).toEqual([taken.get('shared')]);
});

test('once the index hears of it all, it finds what is new', async () => {
  await holdBack(false);
  await until(async () =>
    expect(idsOf((await search(owner, 'something else')).found)).toEqual([changed.commented]),
  );
  await until(async () => {
    for (const role of roles) {
      const { found } = await search(reader(role).http, needle);
      expect(idsOf(found).sort()).toEqual(await searchableBy(role));
    }
  });
});
