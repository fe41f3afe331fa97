import { expect, test } from '@jest/globals';
import type { RowResult } from '../measure/measure-row.ts';
import { formatTable } from './format-table.ts';

const written: RowResult = {
  name: 'create',
  title: 'create',
  concurrency: 16,
  ours: {
    perSecond: 123.4,
    p50: 12.34,
    p99: 45.6,
    cpu: { gateway: 0.5, records: 4, bench: 1 },
    failures: {},
  },
  thin: { perSecond: 2000, p50: 7.891, p99: 20, cpu: { thin: 0.5, mongod: 1 }, failures: {} },
  floor: { perSecond: 1000, p50: 9, p99: 30, cpu: { mongod: 2, bench: 1 }, failures: {} },
  ratio: 0.0617,
  floorRatio: 0.1234,
  caughtUp: 234.5,
  peakMemory: { gateway: 90.4, thin: 80 },
};

const mixed: RowResult = {
  name: 'day',
  title: 'a working day',
  concurrency: 16,
  caughtUp: 0,
  ours: {
    perSecond: 0,
    p50: undefined,
    p99: undefined,
    cpu: {},
    failures: { 404: 7 },
    kinds: { get: { p50: undefined, p99: undefined } },
  },
  peakMemory: { gateway: 91 },
};

test('lines say how fast ours, the thin handler and the floor are, what each process paid, and its memory', () => {
  expect(formatTable([written, mixed]).split('\n')).toEqual([
    '               ours req/s  p50 ms  p99 ms  thin req/s  p50 ms  p99 ms  ours/thin  floor req/s  p50 ms  p99 ms  ours/floor  caught up ms',
    'create                123      12      46        2000    7.89      20       0.06         1000    9.00      30        0.12           235',
    'a working day           0    none    none                                                                                             0',
    '  get                        none    none',
    '',
    'CPU ms per request  gateway  records  bench   all  thin: all  floor: all',
    'create                 0.50     4.00   1.00  4.50       1.50        2.00',
    'a working day                                0.00',
    '',
    'Peak memory in MiB  gateway  thin',
    'create                   90    80',
    'a working day            91',
    '',
    'ERRORS in a working day: 7 × 404',
  ]);
});
