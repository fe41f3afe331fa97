import { expect, test } from '@jest/globals';
import { readFuzzConfig } from './config.ts';

test('nothing has to be said', () => {
  const fresh = { requests: 1_000, seed: 234_567, only: undefined, concurrency: 8, deadline: 4_000 };
  expect(readFuzzConfig([], 1_234_567)).toEqual(fresh);
});

test('all that is wrong is said together', () => {
  const read = () => readFuzzConfig(['--requests', 'many', '--seed=-1']);
  expect(read).toThrow(/--requests must be a whole number, received many\n {2}--seed must be a whole number/);
});
