import { expect, test } from '@jest/globals';
import { compactLogLine } from './process-log.ts';

test.each([
  ['{"level":40,"msg":"slow"}', 'warning: slow'],
  ['{"level":50,"msg":"failed","err":{"message":"no disk"}}', 'error: failed: no disk'],
  ['{"level":60,"err":{"message":"gone"},"msg":"gone"}', 'error: gone'],
  ['{"level":30,"msg":"fine"}', undefined],
  ['{"level":40', undefined],
  ['Error: not a log line', undefined],
])('%s is shown as %s', (line, shown) => {
  expect(compactLogLine(line)).toBe(shown);
});
