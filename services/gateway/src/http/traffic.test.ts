import { expect, test } from '@jest/globals';
import { Traffic } from './traffic.ts';

const answered = (milliseconds: number, status = 200) => ({ status, milliseconds });

test('a minute has the number of its requests and failures, and how long they took', () => {
  const traffic = new Traffic({ now: () => 90_000 });
  for (let index = 1; index <= 100; index += 1) traffic.note(answered(index));
  traffic.note(answered(1, 503));
  traffic.note(answered(1, 404));
  expect(traffic.minutes()).toEqual([{ at: 60, requests: 102, failures: 1, median_ms: 49, slow_ms: 95 }]);
});

test('the latest two hours are kept, without minutes that had no requests', () => {
  let now = 0;
  const traffic = new Traffic({ now: () => now });
  for (const minute of [0, 1, 60, 121]) {
    now = minute * 60_000;
    traffic.note(answered(1));
  }
  expect(traffic.minutes().map(({ at }) => at / 60)).toEqual([60, 121]);
});

test('of many requests in a minute, a sample has the durations', () => {
  const traffic = new Traffic({ now: () => 0, random: () => 0 });
  for (let index = 0; index < 1_000; index += 1) traffic.note(answered(5));
  expect(traffic.minutes()).toEqual([{ at: 0, requests: 1_000, failures: 0, median_ms: 5, slow_ms: 5 }]);
});
