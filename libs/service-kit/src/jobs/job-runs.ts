import { channel } from 'node:diagnostics_channel';
import { traced } from '../tracing/span.ts';

/** A run of a job that has ended. */
export interface JobRunEnd {
  /** The name of the job, from a fixed set. */
  readonly job: string;
  readonly outcome: 'ok' | 'failed';
  readonly seconds: number;
}

/** The channel on which ended runs are published; the process counts them in its metrics. */
export const jobRuns = channel('svc.job');

/** An attempt at a piece of work that has ended. */
export interface AttemptEnd {
  /** The name of the job, from a fixed set. */
  readonly job: string;
  /** Where it ended, from a fixed set: see `HeldWork`. */
  readonly outcome: string;
}

/** The channel on which ended attempts are published; the process counts them in its metrics. */
export const attemptEnds = channel('svc.job.attempt');

/** Measures a run of a job. @throws as `run` */
export async function measured<T>(job: string, run: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  let outcome: JobRunEnd['outcome'] = 'failed';
  try {
    const result = await run();
    outcome = 'ok';
    return result;
  } finally {
    const end: JobRunEnd = { job, outcome, seconds: (performance.now() - begun) / 1_000 };
    jobRuns.publish(end);
  }
}

/** The same within a span that begins a trace. */
export function tracedJob<T>(job: string, run: () => Promise<T>): Promise<T> {
  const span = () => ({
    name: `job ${job}`,
    kind: 'internal' as const,
    traceparent: undefined,
    isRoot: true,
    attributes: { 'svc.job': job },
  });
  return measured(job, () => traced(span, run));
}
