import { expect, test } from '@jest/globals';
import { userActor } from '@svc/testing';
import { mona, recordClient } from './testing/record-client.ts';
import { harnessOfSuite, withExtensions } from './testing/records-harness.ts';
import { release } from './testing/slow-extension.ts';

const harness = harnessOfSuite({
  settings: { ...withExtensions('slow'), HOOK_TIMEOUT_MS: '20000', OPERATION_DEADLINE_MS: '25000' },
});
const { create, update, get } = recordClient(harness);

test('a slow filter of the answer of a write does not block other writes to the record', async () => {
  const { ID: id } = await create({ name: 'Ann' });
  const order: string[] = [];
  const slow = update(id, { nickname: 'slow' }, userActor(3, 'Slow', mona.capabilities)).then(() =>
    order.push('slow'),
  );
  const others = await Promise.all([update(id, { age: '<26' }), update(id, { gender: 'female' })]);
  order.push('others');
  expect(others).toHaveLength(2);
  release();
  await slow;
  expect(order).toEqual(['others', 'slow']);
  expect(await get(id)).toMatchObject({
    nickname: 'slow',
    age: { key: '<26' },
    gender: { key: 'female' },
  });
});
