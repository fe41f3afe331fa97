import type { Measurement } from './measure.ts';

/** Several measurements of the same as one: the median of each number, and all failures. */
export interface Summary {
  perSecond: number;
  /** Milliseconds within which half of the answers came; undefined when there was no good one. */
  p50: number | undefined;
  p99: number | undefined;
  failures: Readonly<Record<string, number>>;
}

/** Puts measurements of the same together. */
export function summary(measurements: readonly Measurement[]): Summary {
  const failures: Record<string, number> = {};
  for (const measurement of measurements) {
    for (const [what, count] of Object.entries(measurement.failures))
      failures[what] = (failures[what] ?? 0) + count;
  }
  const answered = measurements.filter(({ latencies }) => latencies.length > 0);
  return {
    perSecond: median(measurements.map(({ perSecond }) => perSecond)) ?? 0,
    p50: median(answered.map(({ latencies }) => percentile(latencies, 0.5))),
    p99: median(answered.map(({ latencies }) => percentile(latencies, 0.99))),
    failures,
  };
}

/** The value below which that part of the sorted values lies. */
export function percentile(sorted: Float64Array, part: number): number {
  const at = Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1);
  return sorted[Math.max(0, at)] ?? NaN;
}

/** The one in the middle, or what lies between the two in the middle; undefined of nothing. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}
