import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mostNamed, recordsFindByName, type Actor } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { recordClient } from '../testing/record-client.ts';
import { dispatcher, multiplier, RecordsBed } from '../testing/records-bed.ts';

let bed: RecordsBed;
const { create } = recordClient(() => bed);

beforeAll(async () => {
  bed = await RecordsBed.open();
  await bed.start();
});

afterAll(async () => bed.close());

const all = ['contacts', 'groups', 'peoplegroups'];

const find = async (caller: Actor, text: string, post_types = all) =>
  (await bed.ask(recordsFindByName, { text, post_types }, caller)).records;

const names = async (...asked: Parameters<typeof find>) => (await find(...asked)).map(({ name }) => name);

test('records of all types are found by a part of their name, in the order of names, with what a search shows', async () => {
  const caller = multiplier(20);
  const { ID: id } = await create({ name: 'Zoë Smith', overall_status: 'paused' }, caller);
  await create({ name: 'joan of smithfield' }, caller);
  const { ID: group } = await create({ name: 'Smiths' }, caller, 'groups');
  await create({ name: 'Nobody' }, caller);
  const found = await find(caller, ' o smi ');
  expect(found).toEqual([
    expect.objectContaining({ name: 'joan of smithfield', status: 'active' }),
    {
      ...{ id, post_type: 'contacts', name: 'Zoë Smith', version: 1, status: 'paused' },
      post_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      status_option: expect.objectContaining({ label: 'Paused' }),
    },
  ]);
  expect((await find(caller, 'SMITH')).map(({ post_type, id: found }) => [post_type, found])).toContainEqual([
    'groups',
    group,
  ]);
  expect(await names(caller, 'smith', ['groups'])).toEqual(['Smiths']);
});

test('nothing is found that lists do not show to the caller, and of no type that he may not access', async () => {
  const owner = multiplier(21);
  await create({ name: 'Veiled personal', type: 'personal' }, owner);
  await create({ name: 'Veiled access' }, owner);
  await create({ name: 'Veiled group' }, owner, 'groups');
  expect(await names(owner, 'veiled')).toEqual(['Veiled access', 'Veiled personal', 'Veiled group']);
  expect(await names(multiplier(22), 'veiled')).toEqual([]);
  expect(await names(dispatcher(23), 'veiled')).toEqual(['Veiled access', 'Veiled group']);
  expect(await names(userActor(21, 'Now less', ['access_groups']), 'veiled')).toEqual(['Veiled group']);
  expect(await names(userActor(21, 'Now nothing', []), 'veiled')).toEqual([]);
  expect(await names(owner, 'veiled', ['planets', '$where'])).toEqual([]);
});

test('an empty text is in every name, and no text is an operator', async () => {
  const caller = multiplier(24);
  for (const name of ['b', '^a', '.*']) await create({ name }, caller);
  expect((await names(caller, '')).toSorted()).toEqual(['.*', '^a', 'b']);
  expect(await names(caller, '^a')).toEqual(['^a']);
  expect(await names(caller, '.*')).toEqual(['.*']);
});

test('of very many names the first are found, through an index', async () => {
  const caller = multiplier(25);
  await bed.seed('groups', 3_000, { name: 'Somebody else', sharedWith: [3] });
  await bed.seed('groups', mostNamed, { name: 'Numerous b', sharedWith: [25] });
  await bed.seed('groups', 3, { name: 'Numerous a', sharedWith: [25] });
  let found: string[] = [];
  const { documents } = await bed.cost(async () => {
    found = await names(caller, 'numerous', ['groups']);
  });
  expect(found).toHaveLength(mostNamed);
  expect(found.slice(0, 4)).toEqual(['Numerous a', 'Numerous a', 'Numerous a', 'Numerous b']);
  expect(documents).toBeLessThan(mostNamed * 2);
});
