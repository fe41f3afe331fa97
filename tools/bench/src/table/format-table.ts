import type { RowResult } from '../measure/measure-row.ts';
import type { Summary } from '../measure/summary.ts';

const memoryTitles = 'peak memory in MiB: ';

/** The results as one table: a line for each row, ours beside the thin handler, then the memory of each process. */
export function formatTable(results: readonly RowResult[]): string {
  const processes = [...new Set(results.flatMap(({ peakMemory }) => Object.keys(peakMemory)))];
  const titles = [
    '',
    ...['req/s', 'p50 ms', 'p99 ms'],
    ...['thin req/s', 'p50 ms', 'p99 ms'],
    'ours/thin',
    ...processes,
  ];
  const lines = results.map((result) => [
    result.title,
    ...cellsOf(result.ours),
    ...cellsOf(result.thin),
    result.ratio === undefined ? '' : result.ratio.toFixed(2),
    ...processes.map((name) => rounded(result.peakMemory[name])),
  ]);
  const widths = titles.map((title, at) =>
    Math.max(title.length, ...lines.map((line) => line[at]?.length ?? 0)),
  );
  const aligned = [titles, ...lines].map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  const before = widths.slice(0, titles.length - processes.length).reduce((sum, width) => sum + width + 2, 0);
  return [`${''.padEnd(before)}${memoryTitles.trim()}`, ...aligned, ...failureLines(results)].join('\n');
}

function cellsOf(summary: Summary | undefined): string[] {
  if (!summary) return ['', '', ''];
  const isOne = summary.p50 === undefined && summary.perSecond > 0;
  const latencies = isOne ? ['', ''] : [precise(summary.p50), precise(summary.p99)];
  return [rounded(summary.perSecond), ...latencies];
}

const rounded = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(0));

const precise = (value: number | undefined): string =>
  value === undefined ? 'none' : value.toFixed(value < 10 ? 2 : 0);

/** Every answer that was not 200, by row and side. */
export function failureLines(results: readonly RowResult[]): string[] {
  return results.flatMap(({ title, ours, thin }) => [
    ...failuresOf(title, ours),
    ...(thin ? failuresOf(`${title}, thin`, thin) : []),
  ]);
}

function failuresOf(title: string, { failures }: Summary): string[] {
  const counts = Object.entries(failures).map(([what, count]) => `${count} × ${what}`);
  return counts.length === 0 ? [] : [`ERRORS in ${title}: ${counts.join(', ')}`];
}
