import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { RowResult } from '../measure/measure-row.ts';
import type { BenchResult } from '../run-bench.ts';
import { appendHistory, formatComparison, readEarlier } from './history.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-history-'));
afterAll(() => rmSync(folder, { recursive: true }));

const row = (ratio: number, records: number): RowResult => ({
  name: 'create',
  title: 'create',
  concurrency: 16,
  caughtUp: 0,
  peakMemory: {},
  ratio,
  ours: { perSecond: 100, p50: 10, p99: 20, cpu: { records }, failures: {} },
});

const run = (...rows: RowResult[]) => ({ seconds: 8, rows }) as unknown as BenchResult;

test('the last run of a history is the one to compare with', () => {
  const file = join(folder, 'history.jsonl');
  appendHistory(file, run(row(0.1, 4)), new Date(0));
  appendHistory(file, run(row(0.2, 4)), new Date(1));
  expect(readEarlier(file)).toEqual({ rows: [row(0.2, 4)] });
});

test('so is what --json has printed', () => {
  const file = join(folder, 'run.json');
  writeFileSync(file, JSON.stringify(run(row(0.3, 4)), null, 2));
  expect(readEarlier(file)).toEqual({ rows: [row(0.3, 4)] });
});

test('a file without a run is refused by its name', () => {
  const file = join(folder, 'empty');
  writeFileSync(file, '');
  expect(() => readEarlier(file)).toThrow(`--compare ${file}: it holds no run of the benchmark`);
});

test('what both runs have is shown then and now', () => {
  const other = { ...row(1, 1), name: 'get', title: 'get' };
  expect(formatComparison([row(0.1, 4)], [row(0.15, 3), other]).split('\n')).toEqual([
    'then → now            ours/thin  ours/floor               CPU ms                p50 ms                p99 ms',
    'create      0.10 → 0.15 (+50 %)              4.00 → 3.00 (-25 %)  10.00 → 10.00 (+0 %)  20.00 → 20.00 (+0 %)',
  ]);
});
