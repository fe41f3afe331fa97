import { expect, test } from '@jest/globals';
import { measureAsking } from './measure-asking.ts';

test('every answer is counted with its time, and every failure by what it says', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    if (asked % 3 === 0) throw new Error('not now');
    await new Promise((resolve) => setImmediate(resolve));
  };
  const { latencies, failures, perSecond } = await measureAsking({
    ask,
    length: { seconds: 0.2 },
    concurrency: 2,
  });
  expect(failures).toEqual({ 'not now': Math.floor(asked / 3) });
  expect(latencies).toHaveLength(asked - Math.floor(asked / 3));
  expect([...latencies]).toEqual([...latencies].sort((one, other) => one - other));
  expect(perSecond).toBeGreaterThan(0);
});

test('so many are asked, however long it takes', async () => {
  let asked = 0;
  const ask = () => Promise.resolve((asked += 1));
  const { latencies } = await measureAsking({ ask, length: { amount: 7 }, concurrency: 3 });
  expect([asked, latencies.length]).toEqual([7, 7]);
});
