import { violationOf } from './expensive-refusals.ts';
import { describeViolation } from './judge.ts';
import type { FuzzReport, Measured } from './run-fuzz.ts';

const titles = [
  'endpoint',
  'requests',
  '2xx %',
  '2xx',
  '3xx',
  '4xx',
  '5xx',
  'none',
  'p50 ms',
  'p99 ms',
  'most ms',
];

/** The report as text: a line for each endpoint, the endpoints without a 2xx answer, the memory of each process, and the violations. */
export function formatReport({ outcomes, memory: [early, late], dearest, violations }: FuzzReport): string {
  const byEndpoint = Map.groupBy(outcomes, ({ endpoint }) => endpoint);
  const endpoints = [...byEndpoint].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const rows = [...endpoints, ['all', outcomes] as const].map(([name, of]) => [name, ...cellsOf(of)]);
  const memory = Object.entries(late).map(([service, bytes]) => [
    service,
    inMebibytes(early[service] ?? 0),
    inMebibytes(bytes),
  ]);
  return [
    aligned([titles, ...rows]),
    `Never 2xx: ${neverServed(outcomes).join(', ') || 'none'}`,
    aligned([['MiB after collection', 'after a fifth', 'at the end'], ...memory]),
    `The most expensive refusal: ${dearest ? describeViolation(violationOf(dearest)) : 'none'}`,
    violations.length === 0 ? 'No violations.' : violations.map(describeViolation).join('\n'),
  ].join('\n\n');
}

/** The endpoints that never answered 2xx, so that nothing behind their checks was tested. */
export function neverServed(outcomes: readonly Measured[]): string[] {
  const own = outcomes.filter(({ endpoint, method }) => endpoint.startsWith(`${method} `));
  const served = new Set(own.filter(isServed).map(({ endpoint }) => endpoint));
  return [...new Set(outcomes.map(({ endpoint }) => endpoint))].filter((name) => !served.has(name));
}

const isServed = ({ status }: Measured): boolean => Math.floor(status / 100) === 2;

function cellsOf(outcomes: readonly Measured[]): string[] {
  const count = (kind: number) =>
    String(outcomes.filter(({ status }) => Math.floor(status / 100) === kind).length);
  const times = outcomes.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const at = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(0);
  const share = (100 * outcomes.filter(isServed).length) / outcomes.length;
  return [String(outcomes.length), share.toFixed(0), ...[2, 3, 4, 5, 0].map(count), at(0.5), at(0.99), at(1)];
}

const inMebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_title, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const cell = (text: string, at: number) =>
    at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!);
  return rows.map((row) => row.map(cell).join('  ')).join('\n');
}
