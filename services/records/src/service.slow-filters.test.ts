import { expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { mona, recordClient } from './testing/record-client.ts';
import { harnessOfSuite, withExtensions } from './testing/records-harness.ts';
import { slowFilters } from './testing/slow-extension.ts';

const harness = harnessOfSuite({
  settings: {
    ...withExtensions('slow'),
    HOOK_TIMEOUT_MS: '20000',
    READ_DEADLINE_MS: '25000',
    WRITE_DEADLINE_MS: '25000',
  },
  timeouts: { maxLockMs: Infinity },
});
const { create, update, get } = recordClient(harness);

test('slow filters of the answers of writes do not block other writes to their records', async () => {
  const { ID: id } = await create({ name: 'Ann' });
  const { ID: group } = await create({ name: 'Group' }, mona, 'groups');
  const slow = Promise.all([
    update(id, { nickname: 'slow' }),
    create({ name: 'Member', nickname: 'slow', groups: { values: [{ value: group }] } }),
  ]);
  await until(() => expect(slowFilters.waiting).toBe(2));
  await Promise.all([
    update(id, { age: '<26' }),
    update(id, { gender: 'female' }),
    update(group, { name: 'Renamed' }, mona, 'groups'),
  ]);
  slowFilters.end();

  const [updated, member] = await slow;
  expect(updated).toMatchObject({ nickname: 'slow', age: { key: '<26' }, gender: { key: 'female' } });
  expect(await get(id)).toEqual(updated);
  expect(member).toMatchObject({ nickname: 'slow', groups: [{ ID: group, post_title: 'Renamed' }] });
});

test('a filter that refuses the answer after another writer came first leaves the write, and the answer is the id', async () => {
  slowFilters.waiting = 0;
  const { ID: id } = await create({ name: 'Ann' });
  const slow = update(id, { nickname: 'slow once' });
  await until(() => expect(slowFilters.waiting).toBe(1));
  await update(id, { age: '<26' });
  slowFilters.end();
  expect(await slow).toEqual({ ID: id });
  expect((await harness.stored(id)).fields).toMatchObject({ nickname: 'slow once', age: '<26' });
});
