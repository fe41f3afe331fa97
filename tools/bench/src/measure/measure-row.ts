import { setTimeout as delay } from 'node:timers/promises';
import type { AdminCaller, Choices } from '@svc/demo';
import type { Floor } from '../floor/floor.ts';
import type { Made } from '../rows/made.ts';
import {
  type BenchRequest,
  hasThin,
  type Measured,
  type RequestKind,
  type Row,
  type RowOverHttp,
  type Share,
} from '../rows/row.ts';
import type { Backlog } from '../stack/backlog.ts';
import { withMongo, type MongoConnection } from '../stack/connect-mongo.ts';
import { type Length, measure, measureAsking, type Measurement, sendWhile, type Sent } from './measure.ts';
import { cpuSince, cpuTimes, peaksOf, type Processes, resetPeaks } from './process-usage.ts';
import { median, type Round, summary, type Summary } from './summary.ts';

export type RowResult = Awaited<ReturnType<typeof measureRow>>;

interface RowSetting {
  measured: Measured;
  admin: AdminCaller;
  oursUrls: readonly string[];
  thinUrl: string;
  floor: Floor | undefined;
  seconds: number;
  /** Seconds of requests before the first measurement of each side. */
  warmUp: number;
  rounds: number;
  concurrency: number;
  processes: Processes;
  made: Made;
  mongodbUrl: string;
  backlog: Backlog;
}

/** Measures the service, the thin handler and the floor in turns, so that other load on the machine affects all of them. */
export async function measureRow(row: Row, setting: RowSetting) {
  const { processes, rounds, seconds, warmUp } = setting;
  const concurrency = row.concurrency ?? setting.concurrency;
  const sides = Object.entries(sidesOf(row, setting, concurrency));
  const length: Length = 'amount' in row && row.amount ? { amount: row.amount } : { seconds };
  if (warmUp > 0) for (const [, side] of sides) await alone(() => side({ seconds: warmUp }), setting);
  resetPeaks(processes);
  const results: Record<string, Settled[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, side] of sides) (results[name] ??= []).push(await alone(() => side(length), setting));
  }
  return {
    name: row.name,
    title: row.title,
    concurrency,
    ...compared(results),
    /** Milliseconds from the last answer until all events were published and handled and the index was up to date. */
    caughtUp: median((results['ours'] ?? []).map(({ caughtUp }) => caughtUp)) ?? 0,
    peakMemory: peaksOf(processes),
  };
}

/** The sides; and of each other side the ratio of the service's requests a second to its own. */
function compared(results: Readonly<Record<string, readonly Round[]>>) {
  const { ours, thin, floor } = Object.fromEntries(
    Object.entries(results).map(([name, rounds]) => [name, summary(rounds)]),
  );
  if (!ours) throw new Error('Nothing was measured.');
  const to = (other: Summary) => (other.perSecond > 0 ? ours.perSecond / other.perSecond : NaN);
  return {
    ours,
    ...(thin ? { thin, ratio: to(thin) } : {}),
    ...(floor ? { floor, floorRatio: to(floor) } : {}),
  };
}

type Side = (length: Length) => Promise<Measurement>;

type Sides = { readonly ours: Side; readonly thin?: Side; readonly floor?: Side };

function sidesOf(row: Row, setting: RowSetting, concurrency: number): Sides {
  const { measured, admin, floor } = setting;
  if (!('mix' in row))
    return { ours: (length) => measureAsking({ ask: () => row.asks(measured, admin), length, concurrency }) };
  const write = row.floor;
  return {
    ...httpSidesOf(row, setting, concurrency),
    ...(write && floor
      ? {
          floor: (length: Length) =>
            measureAsking({ ask: () => floor[write](measured.choices), length, concurrency }),
        }
      : {}),
  };
}

/** The service, and the thin handler if it can answer all kinds. */
function httpSidesOf(row: RowOverHttp, setting: RowSetting, concurrency: number): Sides {
  const { measured, made, oursUrls, thinUrl } = setting;
  const side = (urls: readonly string[], requestOf: (kind: RequestKind) => BenchRequest): Side => {
    const drawn = inTurns(row.mix, measured.choices);
    const next = (): Sent => {
      const kind = drawn.next().value;
      return { kind, request: requestOf(kind) };
    };
    const onAnswer =
      urls === oursUrls ? (kind: RequestKind, body: string) => made.note(kind, body) : undefined;
    const main = (length: Length) => measure({ urls, next, length, concurrency, onAnswer });
    const { beside } = row;
    if (!beside) return main;
    const { kind, ...pace } = beside;
    const sent = { url: urls[0] ?? '', pace, next: () => ({ kind, request: requestOf(kind) }) };
    return async (length) => together(await sendWhile(sent, () => main(length)));
  };
  const ours = side(oursUrls, (kind) => kind.ours(measured));
  const thinOf = (kind: RequestKind) => kind.thin?.(measured) as BenchRequest;
  return hasThin(row) ? { ours, thin: side([thinUrl], thinOf) } : { ours };
}

/** Draws kinds of requests at random, so that each hundred matches the mix. */
function* inTurns(mix: readonly Share[], choices: Choices): Generator<RequestKind, never> {
  const hundred = mix.flatMap(({ kind, share }) => Array.from({ length: share }, () => kind));
  for (;;) yield* choices.several(hundred, hundred.length);
}

/** Adds the latencies and failures of the background requests; the rate stays that of the measured ones. */
function together({ measured, beside }: { measured: Measurement; beside: Measurement }): Measurement {
  return {
    ...measured,
    byKind: { ...measured.byKind, ...beside.byKind },
    failures: { ...measured.failures, ...beside.failures },
  };
}

interface Settled extends Round {
  caughtUp: number;
}

/** Measures, and waits until the backlog is empty: the cost of a request includes the work that follows it. */
async function alone(
  side: () => Promise<Measurement>,
  { processes, backlog, mongodbUrl }: RowSetting,
): Promise<Settled> {
  const before = cpuTimes(processes);
  const measurement = await side();
  const caughtUp = await backlog.settled();
  const cpu = cpuSince(before, processes);
  await waitUntilIdle(mongodbUrl);
  return { measurement, caughtUp, cpu };
}

const askEvery = 100;
/** Milliseconds after which the next measurement starts even on a busy database. */
const timeoutMs = 30_000;

/**
 * Waits until the database has finished the requests that were aborted at the end of a measurement. Each may be a scan of all contacts, and
 * together they keep both cores busy for seconds.
 */
async function waitUntilIdle(mongodbUrl: string): Promise<void> {
  const until = performance.now() + timeoutMs;
  await withMongo(mongodbUrl, async (mongo) => {
    while ((await underWay(mongo)) > 0 && performance.now() < until) await delay(askEvery);
  });
}

/** The number of running queries and writes, without `getmore`, in which change streams always wait. */
async function underWay(mongo: MongoConnection): Promise<number> {
  const asked = { currentOp: 1, active: true, op: { $ne: 'getmore' }, ns: /^svc_[^.]+\.[^$]/ };
  const { inprog } = await mongo.of('records').admin().command(asked);
  return (inprog as unknown[]).length;
}
