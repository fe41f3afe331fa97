import { appendFileSync, readFileSync } from 'node:fs';
import type { RowResult } from '../measure/measure-row.ts';
import type { BenchResult } from '../run-bench.ts';
import { aligned, cpuOf, ratioOf } from './format-table.ts';

export function appendHistory(file: string, result: BenchResult, at: Date): void {
  appendFileSync(file, `${JSON.stringify({ at: at.toISOString(), ...result })}\n`);
}

/** Reads an earlier run: the last line of a history, or the output of `--json`. @throws Error when the file is neither. */
export function readEarlier(file: string): Pick<BenchResult, 'rows'> {
  const text = readFileSync(file, 'utf8').trim();
  for (const part of [text, text.slice(text.lastIndexOf('\n') + 1)]) {
    try {
      const { rows } = JSON.parse(part) as Partial<BenchResult>;
      if (Array.isArray(rows)) return { rows };
    } catch {
      // A history is not a JSON document; its last line is.
    }
  }
  throw new Error(`--compare ${file}: the file has no run of the benchmark`);
}

/** Compares the rows that both runs have. Ratios and CPU time are comparable between runs. */
export function formatComparison(earlier: readonly RowResult[], now: readonly RowResult[]): string {
  const titles = ['then → now', 'ours/thin', 'ours/chain', 'ours/floor', 'CPU ms', 'p50 ms', 'p99 ms'];
  const lines = now.flatMap((row) => {
    const before = earlier.find(({ name }) => name === row.name);
    if (!before) return [];
    const change = (of: (result: RowResult) => number | undefined) => changed(of(before), of(row));
    return [
      [
        row.title,
        change(({ ratio }) => ratio),
        change(({ chainRatio }) => chainRatio),
        change(({ floorRatio }) => floorRatio),
        change(({ ours }) => cpuOf(ours)),
        change(({ ours }) => ours.p50),
        change(({ ours }) => ours.p99),
      ],
    ];
  });
  return aligned([titles, ...lines]);
}

function changed(before: number | undefined, now: number | undefined): string {
  if (before === undefined || now === undefined) return ratioOf(now);
  const percent = (now / before - 1) * 100;
  const inPercent = before === 0 ? '' : ` (${percent >= 0 ? '+' : ''}${percent.toFixed(0)} %)`;
  return `${ratioOf(before)} → ${ratioOf(now)}${inPercent}`;
}
