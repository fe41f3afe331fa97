import type { RowResult } from '../measure/measure-row.ts';
import { keysOf, type Latencies, type Summary } from '../measure/summary.ts';

export function formatTable(results: readonly RowResult[]): string {
  return [
    speeds(results),
    ...pairTable(results, 'beside', 'beside the other checkout'),
    ...pairTable(results, 'against', 'against another kind of request'),
    costs(results),
    memory(results),
    ...figures(results),
    ...failureLines(results),
  ].join('\n\n');
}

type Line = readonly string[];

/** A line for each row with the service, the thin handler, the chain and the floor, and below mixed rows a line for each kind of request. */
function speeds(results: readonly RowResult[]): string {
  const side = (name: string) => [`${name} req/s`, 'p50 ms', 'p99 ms'];
  const titles = [
    '',
    ...side('ours'),
    ...side('thin'),
    'ours/thin',
    ...side('chain'),
    'ours/chain',
    ...side('floor'),
    'ours/floor',
    'caught up ms',
  ];
  const lines = results.flatMap((result): Line[] => [
    [
      result.title,
      ...cellsOf(result.ours),
      ...cellsOf(result.thin),
      ratioOf(result.ratio),
      ...cellsOf(result.chain),
      ratioOf(result.chainRatio),
      ...cellsOf(result.floor),
      ratioOf(result.floorRatio),
      rounded(result.caughtUp),
    ],
    ...Object.entries(result.ours.kinds ?? {}).map(([kind, latencies]) => [
      `  ${kind}`,
      '',
      ...latencyCells(latencies),
      '',
      ...latencyCells(result.thin?.kinds?.[kind]),
      ...Array<string>(10).fill(''),
    ]),
  ]);
  return aligned([titles, ...lines]);
}

/** Each row and what was measured in turns with it; no table if there is nothing. */
function pairTable(results: readonly RowResult[], other: 'beside' | 'against', heading: string): string[] {
  const lines = results.flatMap((result): Line[] => {
    const { title, ours, [other]: second, [`${other}Ratio` as const]: ratio } = result;
    if (!second) return [];
    const pair = (cell: (side: Summary) => string) => [cell(ours), cell(second)];
    return [
      [
        title,
        ...pair(({ perSecond }) => rounded(perSecond)),
        ratioOf(ratio),
        ...pair(({ p50 }) => latency(p50)),
        ...pair(({ p99 }) => latency(p99)),
        ...pair((side) => precise(cpuOf(side))),
      ],
    ];
  });
  if (lines.length === 0) return [];
  const titles = [heading, 'ours req/s', other, `ours/${other}`];
  const pairs = ['p50 ms', 'p99 ms', 'CPU ms'].flatMap((name) => [name, other]);
  return [aligned([[...titles, ...pairs], ...lines])];
}

/** A line for each row, and one for the other checkout. */
function costs(results: readonly RowResult[]): string {
  const processes = keysOf(results.map(({ ours }) => ours.cpu)).filter(
    (name) => name !== 'thin' && !name.startsWith('chain'),
  );
  const titles = ['CPU ms per request', ...processes, 'all', 'thin: all', 'chain: all', 'floor: all'];
  const cellsFor = (side: Summary) => [
    ...processes.map((name) => precise(side.cpu[name])),
    precise(cpuOf(side)),
  ];
  const lines = results.flatMap(({ title, ours, beside, thin, chain, floor }) => [
    [title, ...cellsFor(ours), ...[thin, chain, floor].map((side) => (side ? precise(cpuOf(side)) : ''))],
    ...(beside ? [['  beside', ...cellsFor(beside), '', '', '']] : []),
  ]);
  return aligned([titles, ...lines]);
}

/** CPU milliseconds for each answer of all processes but the load generator. */
export function cpuOf({ cpu }: Summary): number {
  return Object.entries(cpu).reduce((sum, [name, time]) => (name === 'bench' ? sum : sum + time), 0);
}

function memory(results: readonly RowResult[]): string {
  const processes = keysOf(results.map(({ peakMemory }) => peakMemory));
  const lines = results.map(({ title, peakMemory }) => [
    title,
    ...processes.map((name) => rounded(peakMemory[name])),
  ]);
  return aligned([['Peak memory in MiB', ...processes], ...lines]);
}

/** Further figures of rows, a line each; no table if there are none. */
function figures(results: readonly RowResult[]): string[] {
  const lines = results.flatMap(({ title, figures: ofRow = {} }): Line[] =>
    Object.entries(ofRow).map(([name, value]) => [title, name, precise(value)]),
  );
  return lines.length === 0 ? [] : [aligned([['Further figures', '', ''], ...lines])];
}

/** Aligns columns: the first to the left, the others to the right. */
export function aligned(lines: readonly Line[]): string {
  const widths = (lines[0] ?? []).map((_title, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  );
  const padded = lines.map((line) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))),
  );
  return padded.map((line) => line.join('  ').trimEnd()).join('\n');
}

function cellsOf(summary: Summary | undefined): Line {
  if (!summary) return ['', '', ''];
  const isOne = summary.p50 === undefined && summary.perSecond > 0;
  return [rounded(summary.perSecond), ...(isOne ? ['', ''] : latencyCells(summary))];
}

function latencyCells(latencies: Latencies | undefined): Line {
  return latencies ? [latency(latencies.p50), latency(latencies.p99)] : ['', ''];
}

const latency = (value: number | undefined): string => (value === undefined ? 'none' : precise(value));

const rounded = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(0));

const precise = (value: number | undefined): string =>
  value === undefined ? '' : value.toFixed(value < 10 ? 2 : 0);

export const ratioOf = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(2));

export function failureLines(results: readonly RowResult[]): string[] {
  return results.flatMap(({ title, ours, against, beside, thin, chain, floor }) => [
    ...failuresOf(title, ours),
    ...(against ? failuresOf(`${title}, against`, against) : []),
    ...(beside ? failuresOf(`${title}, beside`, beside) : []),
    ...(thin ? failuresOf(`${title}, thin`, thin) : []),
    ...(chain ? failuresOf(`${title}, chain`, chain) : []),
    ...(floor ? failuresOf(`${title}, floor`, floor) : []),
  ]);
}

function failuresOf(title: string, { failures }: Summary): string[] {
  const counts = Object.entries(failures).map(([what, count]) => `${count} × ${what}`);
  return counts.length === 0 ? [] : [`ERRORS in ${title}: ${counts.join(', ')}`];
}
