import { expect, test } from '@jest/globals';
import { formatTable } from './format-table.ts';

const side = (perSecond: number, records: number) => ({
  perSecond,
  p50: 1,
  p99: 2,
  cpu: { records, bench: 9 },
  failures: {},
});
const row = { name: 'get', title: 'get', concurrency: 16, ours: side(200, 1), caughtUp: 0, peakMemory: {} };

test('a run with another checkout shows the ratio of both, and the processor time of each process of both', () => {
  const other = { ...side(100, 3), failures: { 404: 2 } };
  const tables = formatTable([{ ...row, beside: other, besideRatio: 2 }]).split('\n\n');
  const [, pairs, costs] = tables.map((table) => table.split('\n').map((line) => line.split(/ {2,}/)));
  expect(pairs?.[1]).toEqual(['get', '200', '100', '2.00', '1.00', '1.00', '2.00', '2.00', '1.00', '3.00']);
  expect(costs?.slice(1)).toEqual([
    ['get', '1.00', '9.00', '1.00'],
    ['', 'beside', '3.00', '9.00', '3.00'],
  ]);
  expect(tables.at(-1)).toBe('ERRORS in get, beside: 2 × 404');
});

test('a run without another checkout has no table for it', () => {
  expect(formatTable([row])).not.toContain('beside');
});

test('a row against another kind of request shows the ratio of both', () => {
  const [, pairs] = formatTable([{ ...row, against: side(100, 3), againstRatio: 2 }]).split('\n\n');
  const [titles = '', line = ''] = pairs?.split('\n') ?? [];
  expect(titles).toContain('ours/against');
  expect(line.split(/ {2,}/)).toEqual('get 200 100 2.00 1.00 1.00 2.00 2.00 1.00 3.00'.split(' '));
});
