import { expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { refusals } from './testing/looping-extension.ts';
import { mona, recordClient } from './testing/record-client.ts';
import { harnessOfSuite, withExtensions } from './testing/records-harness.ts';

const harness = harnessOfSuite({ settings: withExtensions('looping') });
const { create, get } = recordClient(harness);

test('a subscription that changes the record that it follows is stopped after seven changes', async () => {
  const { ID: id } = await create({ name: 'Ann', nickname: '0' }, mona);
  // The event is delivered again, and its change is refused again.
  await until(() => expect(refusals.length).toBeGreaterThan(1));
  expect(new Set(refusals)).toEqual(new Set(['extension_loop']));
  expect(await get(id)).toMatchObject({ nickname: '7' });
});
