import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BatchResult } from '@svc/contracts';
import { EventWatch } from '../support/events.ts';
import { api, make, type Api, type Sending } from '../support/http.ts';
import { type World, worldInCommon } from '../support/world.ts';
import { WriteWatch } from '../support/write-watch.ts';

type Fields = Record<string, unknown>;
type Item = { ID?: number; fields: Fields };

const contacts = 'svc-posts/v2/contacts';

let world: World;
let mona: Api;
let monasId: number;
let carl: Api;
let registered: Api;
let events: EventWatch;

beforeAll(async () => {
  world = await worldInCommon();
  const user = await world.createUser({ role: 'multiplier' });
  monasId = user.id;
  mona = api(world, user.token);
  carl = api(world, (await world.createUser({ role: 'multiplier' })).token);
  registered = api(world, (await world.createUser({ role: 'registered' })).token);
  events = await EventWatch.open(world);
});

afterAll(() => events?.close());

const create = (fields: Fields, caller = mona, type = 'contacts') =>
  make(caller, `svc-posts/v2/${type}`, fields);

const batch = (items: unknown, sending: Sending = {}, caller = mona) =>
  caller.post<{ results: BatchResult[] }>(`${contacts}/batch`, { json: { items }, ...sending });

const written = (index: number) => ({ index, status: 200, ID: expect.any(Number) });

const idsOf = (results: readonly BatchResult[]) =>
  results.map((result) => ('ID' in result ? result.ID : undefined));

/** Sends an item of a batch as a single request. */
const alone = ({ ID: id, fields }: Item, caller = mona) =>
  caller.post(id === undefined ? contacts : `${contacts}/${id}`, { json: fields });

test('each item is written or refused like a single request', async () => {
  const own = await create({ name: 'Own' });
  const theirs = await create({ name: 'Theirs' }, carl);
  const wrong: Item[] = [
    { fields: {} },
    { fields: { name: '' } },
    { fields: { name: 'Unknown', x_unheard: 1, tags: 5 } },
    { fields: { name: 'Twice wrong', gender: 'purple', baptism_date: 'never' } },
    { fields: { name: 'Names nobody', assigned_to: 99_999_999 } },
    { fields: { name: 'Names a hidden group', groups: { values: [{ value: 99_999_999 }] } } },
    { ID: own, fields: { gender: 'purple' } },
    { ID: theirs, fields: { nickname: 'Mine' } },
    { ID: 99_999_999, fields: { nickname: 'Mine' } },
  ];
  const good = (name: string): Item => ({ fields: { name } });
  const items = [good('First'), ...wrong.flatMap((item, index) => [item, good(`Good ${index}`)])];
  await events.take();
  const { status, body } = await batch(items);
  expect(status).toBe(200);
  const fired = (await events.take()).filter(({ type }) => type.startsWith('svc.record.'));
  const made = idsOf(body.results).flatMap((id) => (id === undefined ? [] : [`contacts/${id}`]));
  expect(fired.map(({ subject }) => subject).sort()).toEqual(made.sort());
  for (const [index, item] of items.entries()) {
    if (!wrong.includes(item)) expect(body.results[index]).toEqual(written(index));
    else {
      const refused = await alone(item);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(body.results[index]).toEqual({ index, status: refused.status, error: refused.body });
    }
  }
  const [hidden, missing] = body.results.filter((_result, index) =>
    [theirs, 99_999_999].includes(items[index]?.ID ?? 0),
  );
  const told = (result?: BatchResult) => JSON.stringify({ ...result, index: 0 }).replaceAll(/\d+/g, 'n');
  expect(told(hidden)).toBe(told(missing));
});

test('each item is refused for a user without permission to create', async () => {
  const fields = { name: 'Nobody’s' };
  const { body } = await batch([{ fields }, { fields }], {}, registered);
  const refused = await alone({ fields }, registered);
  expect(body.results).toEqual([0, 1].map((index) => ({ index, status: 403, error: refused.body })));
});

const fields = { name: 'Somebody' };

const malformed: [items: unknown, param: string, problem: RegExp][] = [
  [Array.from({ length: 1_001 }, () => ({ fields })), 'items', /at most 1000 entries$/],
  [[], 'items', /at least 1 entry$/],
  [{ fields }, 'items', /not of type array$/],
  [[{ fields }, { name: 'Somebody' }], 'items.1.fields', /not of type/],
  [[{ fields }, { id: 5, fields }], 'items.1', /ID/],
];

test('an invalid batch is refused as a whole', async () => {
  const writes = await WriteWatch.open(world);
  try {
    await writes.takeAll();
    for (const [items, param, problem] of malformed) {
      const { status, body } = await batch(items);
      const data = { params: { [param]: expect.stringMatching(problem) } };
      expect({ status, ...body }).toMatchObject({ status: 400, code: 'rest_invalid_param', data });
    }
    expect(await writes.takeAll()).toEqual([]);
  } finally {
    await writes.close();
  }
});

test('a batch has the same result as single requests in sequence', async () => {
  const both = [];
  for (const sendAll of [batchOf, oneByOne]) {
    const group = await create({ name: 'All of them' }, mona, 'groups');
    const existing = await Promise.all(
      ['Anna', 'Bert'].map((name) => create({ name, tags: { values: [{ value: 'old' }] } })),
    );
    const [anna, bert] = existing as [number, number];
    const items: Item[] = [
      { fields: { name: 'Cleo', contact_phone: [{ value: '0151 1' }], initial_comment: 'Hello' } },
      { ID: anna, fields: { nickname: 'One', tags: { values: [{ value: 'new' }] } } },
      { fields: { name: 'Dan', groups: { values: [{ value: group }] }, notes: ['First', 'Second'] } },
      { ID: anna, fields: { nickname: 'Two', tags: { values: [{ value: 'old', delete: true }] } } },
      { ID: bert, fields: { groups: { values: [{ value: group }] }, overall_status: 'closed' } },
      { ID: anna, fields: { nickname: '' } },
      ...Array.from({ length: 20 }, (_each, index) => ({
        fields: { name: `Member ${index}`, groups: { values: [{ value: group }] } },
      })),
    ];
    await events.take();
    const ids = await sendAll(items);
    expect(ids).not.toContain(undefined);
    const all = [...new Set([group, ...(ids as number[])])];
    const places = new Map(all.map((id, index) => [id, index]));
    const fired = await events.take();
    both.push({
      events: fired.map((event) => `${event.type} ${placeIn(event.subject, places)}`).sort(),
      records: await Promise.all(all.map((id) => leftOf(id, id === group ? 'groups' : 'contacts', places))),
    });
  }
  const [batched, single] = both;
  expect(batched).toEqual(single);
});

const batchOf = async (items: Item[]) => idsOf((await batch(items)).body.results);

const oneByOne = async (items: Item[]) => {
  const ids: (number | undefined)[] = [];
  for (const item of items) ids.push((await alone(item)).body['ID'] as number);
  return ids;
};

type Places = ReadonlyMap<number, number>;

/** The subject of an event with the place of its record; without the id of a comment, which may be that of a record, too. */
const placeIn = (subject: string, places: Places) => {
  const [type, id, part] = subject.split('/');
  return `${type}/${places.get(Number(id)) ?? 'n'} ${part ?? ''}`;
};

const ofItsTime = /^(permalink|post_date|post_date_gmt|created_date|last_modified|start_date)$/;

/** What is stored of a record afterwards; ids are replaced by the places of their records. */
async function leftOf(id: number, type: string, places: Places) {
  const path = `svc-posts/v2/${type}/${id}`;
  const { body } = await mona.get<{ members?: { ID: number }[] }>(path);
  const history = await mona.get<{ activity: { object_note: string }[] }>(`${path}/activity`);
  const comments = await mona.get<{ comments: { comment_content: string }[] }>(`${path}/comments`);
  body.members?.sort((one, other) => one.ID - other.ID);
  return {
    record: JSON.parse(
      JSON.stringify(body, (key, value: unknown) => {
        if (ofItsTime.test(key) || (key === 'key' && /_\w{3}$/.test(String(value)))) return undefined;
        return key === 'ID' ? places.get(value as number) : value;
      }),
    ) as unknown,
    history: history.body.activity
      .map(({ object_note: note }) => note.replaceAll(/\(http[^)]*\)|\{\d+\}/g, ''))
      .sort(),
    comments: comments.body.comments.map(({ comment_content: text }) => text).sort(),
  };
}

test('items that check for duplicates find records of earlier items', async () => {
  const phone = [{ value: `0170 ${Date.now()}` }];
  const items = [1, 2, 3].map((number) => ({ fields: { name: `Same ${number}`, contact_phone: phone } }));
  const { body } = await batch(items, { query: { check_for_duplicates: 'contact_phone' } });
  expect(new Set(idsOf(body.results)).size).toBe(1);
});

test('a repeated batch with its Idempotency-Key executes only the missing items', async () => {
  const late = await create({ name: 'Late' }, carl);
  const headers = { 'Idempotency-Key': `batch-${late}` };
  const items = [
    { fields: { name: 'Once' } },
    { ID: late, fields: { nickname: 'Then' } },
    { fields: { name: 'Only' } },
  ];
  const first = (await batch(items, { headers })).body.results;
  expect(first.map(({ status }) => status)).toEqual([200, 403, 200]);
  await carl.post(`${contacts}/${late}/shares`, {
    json: { user_id: monasId },
  });
  await events.take();
  const [again, twin] = await Promise.all([batch(items, { headers }), batch(items, { headers })]);
  for (const { results } of [again.body, twin.body]) {
    expect(idsOf(results)).toEqual([idsOf(first)[0], late, idsOf(first)[2]]);
  }
  expect((await events.take()).map(({ type, subject }) => `${type} ${subject}`)).toEqual([
    `svc.record.updated contacts/${late}`,
  ]);
  const other = await batch([{ fields: { name: 'Other' } }], { headers });
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
});
