import { expect, test } from '@jest/globals';
import { readFuzzConfig } from './config.ts';

test('all wrong options are listed together', () => {
  const read = () => readFuzzConfig(['--requests', 'many', '--seed=-1']);
  expect(read).toThrow(/--requests must be a whole number, received many\n {2}--seed must be a whole number/);
});
