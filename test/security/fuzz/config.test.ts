import { expect, test } from '@jest/globals';
import { readFuzzConfig } from './config.ts';

test('the error lists all invalid options', () => {
  const read = () => readFuzzConfig(['--requests', 'many', '--seed=-1']);
  expect(read).toThrow(/--requests must be a whole number, received many\n {2}--seed must be a whole number/);
});
