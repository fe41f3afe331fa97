import type { RowResult } from '../measure/measure-row.ts';
import { cpuSince, cpuTimes, peaksOf } from '../measure/process-usage.ts';
import { median, summary, type Round } from '../measure/summary.ts';
import type { Target } from '../measure/target.ts';
import type { Session } from '../rows/row.ts';
import type { SeedUser } from '../seed/seed-form.ts';
import type { Readers } from './open-readers.ts';
import { writeSteadily, type Writes } from './write-steadily.ts';

export interface LiveSetting {
  target: Target;
  users: readonly SeedUser[];
  logIn: (users: readonly SeedUser[]) => Promise<Session[]>;
  seconds: number;
  rounds: number;
  /** The number of event streams of `idle-readers`. */
  readers: number;
}

export interface LiveRound extends Round {
  caughtUp: number;
}

/** The path of an event stream of all contacts. */
export const contactStream = '/wp-json/svc/v1/events?post_type=contacts';

/** Does something until its background work is finished, and adds the processor time of all of it. */
export async function costed<Result>(
  { processes, settled }: Target,
  work: () => Promise<Result>,
): Promise<{ result: Result; cpu: Record<string, number>; caughtUp: number }> {
  const before = cpuTimes(processes);
  const result = await work();
  const caughtUp = await settled();
  return { result, cpu: cpuSince(before, processes), caughtUp };
}

interface Watched {
  /** The number of readers who receive each write. */
  audience: number;
  contactIds: readonly number[];
  perSecond: number;
  seconds: number;
}

/** Writes while readers read. The latencies are those from the answer of a write to each reader; without an audience, those of the writes. */
export async function writesWatched(
  target: Target,
  readers: Readers | undefined,
  { audience, contactIds, perSecond, seconds }: Watched,
): Promise<LiveRound> {
  await readers?.begin();
  const pace = { perSecond, seconds };
  const { result, cpu, caughtUp } = await costed(target, () => writeSteadily(target, contactIds, pace));
  const report = await readers?.report();
  const toReaders = delaysOf(result, report?.received ?? {});
  const lost = result.answered.size * audience - (report?.events ?? 0);
  const sorted = (values: readonly number[]) => Float64Array.from(values).sort();
  const measurement = {
    perSecond: result.answered.size / seconds,
    latencies: sorted(audience > 0 ? toReaders : result.latencies),
    byKind: {
      write: sorted(result.latencies),
      ...(audience > 0 ? { 'answer to reader': sorted(toReaders) } : {}),
    },
    failures: { ...result.failures, ...report?.failures, ...(lost === 0 ? {} : { undelivered: lost }) },
  };
  return { measurement, requests: result.answered.size, cpu, caughtUp };
}

/** Milliseconds from the answer of a write to each reader; 0 if the reader was first. */
function delaysOf(
  { answered }: Writes,
  received: Readonly<Record<string, readonly number[]>>,
): readonly number[] {
  return Object.entries(received).flatMap(([key, times]) => {
    const answeredAt = answered.get(key);
    return answeredAt === undefined ? [] : times.map((at) => Math.max(0, at - answeredAt));
  });
}

interface LiveResult {
  name: string;
  title: string;
  concurrency: number;
  rounds: readonly LiveRound[];
  figures?: Readonly<Record<string, number>>;
}

export function toResult({ processes }: Target, { rounds, figures, ...about }: LiveResult): RowResult {
  return {
    ...about,
    ours: summary(rounds),
    caughtUp: median(rounds.map(({ caughtUp }) => caughtUp)) ?? 0,
    peakMemory: peaksOf(processes),
    ...(figures ? { figures } : {}),
  };
}
