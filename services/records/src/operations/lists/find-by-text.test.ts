import { expect, test } from '@jest/globals';
import { maxFoundByText, recordsFindByText, type Actor, type InputOf } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { recordClient } from '../../testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier } from '../../testing/records-harness.ts';

const harness = harnessOfSuite();
const { create } = recordClient(harness);

type Places = InputOf<typeof recordsFindByText>['within'];
const all = ['contacts', 'groups', 'peoplegroups'];

const find = async (caller: Actor, text: string, post_types = all, within: Places = ['name', 'comms']) =>
  (await harness.ask(recordsFindByText, { text, post_types, within }, caller)).records;

const names = async (...asked: Parameters<typeof find>) =>
  (await find(...asked)).map(({ name = '' }) => name);

test('records of all types are found by a part of their names and channels, in the order of names', async () => {
  const caller = multiplier(20);
  const smith = await create(
    { name: 'Zoë Smith', contact_other: [{ value: 'x' }, { value: 'to S mi' }] },
    caller,
  );
  const joan = await create({ name: 'joan of smithfield' }, caller);
  const mail = await create({ name: 'Mail', contact_email: [{ value: 'joSMI@example.test' }] }, caller);
  const group = await create({ name: 'O Smiths' }, caller, 'groups');
  await create({ name: 'Nobody' }, caller);
  const version = 1;
  const named = [
    { id: joan.ID, version, name: 'joan of smithfield' },
    { id: smith.ID, version, name: 'Zoë Smith' },
  ];
  const grouped = { id: group.ID, version, name: 'O Smiths' };
  const mailed = { id: mail.ID, version, channel: 'joSMI@example.test' };
  const both = { ...named[1], channel: 'to S mi' };
  expect(await find(caller, ' o smi ')).toEqual([named[0], mailed, both, grouped]);
  expect(await find(caller, 'o smi', all, ['name'])).toEqual([...named, grouped]);
  expect(await find(caller, 'O SMI', ['contacts'], ['comms'])).toEqual([
    mailed,
    { id: smith.ID, version, channel: 'to S mi' },
  ]);
});

test('nothing is found that lists do not show to the caller, and of no type that they may not access', async () => {
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
  await harness.seed('groups', 3_000, { name: 'Somebody else', sharedWith: [3] });
  await harness.seed('groups', maxFoundByText, { name: 'Numerous b', sharedWith: [25] });
  await harness.seed('groups', 3, { name: 'Numerous a', sharedWith: [25] });
  let found: string[] = [];
  const { documents } = await harness.cost(async () => {
    found = await names(caller, 'numerous', ['groups']);
  });
  expect(found).toHaveLength(maxFoundByText);
  expect(found.slice(0, 4)).toEqual(['Numerous a', 'Numerous a', 'Numerous a', 'Numerous b']);
  expect(documents).toBeLessThan(maxFoundByText * 2);
});
