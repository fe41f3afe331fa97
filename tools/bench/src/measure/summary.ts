import type { Measurement } from './measure.ts';

/** Percentiles in milliseconds; undefined without a good answer. */
export type Latencies = ReturnType<typeof latenciesOf>;

/** Several rounds of a measurement as one: the median of each number, and all failures. */
export type Summary = ReturnType<typeof summary>;

/** One measurement, with the CPU time of each process in milliseconds. */
export interface Round {
  measurement: Measurement;
  /** By which the CPU time is divided. Default: the number of good answers. */
  requests?: number;
  cpu: Readonly<Record<string, number>>;
}

export function summary(rounds: readonly Round[]) {
  const measurements = rounds.map(({ measurement }) => measurement);
  const kinds = keysOf(measurements.map(({ byKind }) => byKind));
  const ofKind = (kind: string) => latenciesOf(measurements.map(({ byKind }) => byKind[kind] ?? none));
  return {
    perSecond: median(measurements.map(({ perSecond }) => perSecond)) ?? 0,
    ...latenciesOf(measurements.map(({ latencies }) => latencies)),
    ...(kinds.length > 1 ? { kinds: Object.fromEntries(kinds.map((kind) => [kind, ofKind(kind)])) } : {}),
    /** Milliseconds for each good answer, by process. */
    cpu: cpuPerAnswer(rounds),
    failures: sumOf(measurements.map(({ failures }) => failures)),
  };
}

export const keysOf = (objects: readonly object[]): string[] => [
  ...new Set(objects.flatMap((object) => Object.keys(object))),
];

const none = new Float64Array();

function latenciesOf(measured: readonly Float64Array[]) {
  const answered = measured.filter(({ length }) => length > 0);
  return {
    p50: median(answered.map((latencies) => percentile(latencies, 0.5))),
    p99: median(answered.map((latencies) => percentile(latencies, 0.99))),
  };
}

function cpuPerAnswer(rounds: readonly Round[]): Record<string, number> {
  const answered = rounds.filter(({ measurement }) => measurement.latencies.length > 0);
  const of = (process: string) =>
    median(
      answered.map(({ cpu, measurement, requests = measurement.latencies.length }) => {
        return (cpu[process] ?? 0) / requests;
      }),
    ) ?? 0;
  const processes = keysOf(answered.map(({ cpu }) => cpu));
  return Object.fromEntries(processes.map((process) => [process, of(process)]));
}

function sumOf(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [what, count] of counts.flatMap((each) => Object.entries(each)))
    sums[what] = (sums[what] ?? 0) + count;
  return sums;
}

/** The value below which the given part (0 to 1) of the sorted values lies. */
export function percentile(sorted: Float64Array, part: number): number {
  const at = Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1);
  return sorted[Math.max(0, at)] ?? NaN;
}

export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const upper = sorted[Math.floor(sorted.length / 2)];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}
