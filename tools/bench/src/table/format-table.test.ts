import { expect, test } from '@jest/globals';
import type { RowResult } from '../measure/measure-row.ts';
import { formatTable } from './format-table.ts';

const got: RowResult = {
  ...{ name: 'get', title: 'get', concurrency: 16 },
  ours: { perSecond: 1234.4, p50: 12.34, p99: 45.6, failures: {} },
  thin: { perSecond: 2000, p50: 7.891, p99: 20, failures: {} },
  ratio: 0.617,
  peakMemory: { gateway: 90.4, thin: 80 },
};

const searched: RowResult = {
  ...{ name: 'search', title: 'advanced search', concurrency: 16 },
  ours: { perSecond: 0, p50: undefined, p99: undefined, failures: { 404: 7 } },
  peakMemory: { gateway: 91 },
};

test('a line says how fast ours is, how fast the thin handler, and what each process took', () => {
  expect(
    formatTable([got, searched])
      .split('\n')
      .map((line) => line.trimEnd()),
  ).toEqual([
    '                                                                               peak memory in MiB:',
    '                 req/s  p50 ms  p99 ms  thin req/s  p50 ms  p99 ms  ours/thin  gateway  thin',
    'get               1234      12      46        2000    7.89      20       0.62       90    80',
    'advanced search      0    none    none                                              91',
    'ERRORS in advanced search: 7 × 404',
  ]);
});
