import type { Choices } from '@svc/demo';
import type { Chain } from '../chain/start-chain.ts';
import type { Floor } from '../floor/floor.ts';
import { digits } from '../seed/contact-body.ts';
import {
  type BenchRequest,
  hasThin,
  type Measured,
  type RequestKind,
  type Row,
  type RowOverHttp,
  type Share,
} from '../rows/row.ts';
import { type Length, measure, measureAsking, type Measurement, sendWhile, type Sent } from './measure.ts';
import { cpuSince, cpuTimes, peaksOf, resetPeaks } from './process-usage.ts';
import { median, type Round, summary, type Summary } from './summary.ts';
import type { Target } from './target.ts';

export type RowResult = Awaited<ReturnType<typeof measureRow>> & {
  /** Further figures of the row, by name. */
  figures?: Readonly<Record<string, number>>;
};

interface RowSetting {
  ours: Target;
  /** The installation of another checkout, which gets the same requests. */
  beside: Target | undefined;
  thinUrl: string;
  chain: Pick<Chain, 'url' | 'token'> | undefined;
  floor: Floor | undefined;
  seconds: number;
  /** Seconds of requests before the first measurement of each side. */
  warmUp: number;
  rounds: number;
  concurrency: number;
}

/** Measures the sides in turns, so that other load on the machine affects all of them. */
export async function measureRow(row: Row, setting: RowSetting) {
  const { rounds, seconds, warmUp } = setting;
  const { processes } = setting.ours;
  const concurrency = row.concurrency ?? setting.concurrency;
  const sides = Object.entries(sidesOf(row, setting, concurrency));
  const length: Length = 'amount' in row && row.amount ? { amount: row.amount } : { seconds };
  if (warmUp > 0) for (const [, side] of sides) await alone(side, { seconds: warmUp });
  resetPeaks(processes);
  const results: Record<string, Settled[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, side] of sides) (results[name] ??= []).push(await alone(side, length));
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
  const { ours, beside, thin, chain, floor, against } = Object.fromEntries(
    Object.entries(results).map(([name, rounds]) => [name, summary(rounds)]),
  );
  if (!ours) throw new Error('Nothing was measured.');
  return {
    ours,
    ...(beside ? { beside, besideRatio: ratioTo(ours, beside) } : {}),
    ...(thin ? { thin, ratio: ratioTo(ours, thin) } : {}),
    ...(chain ? { chain, chainRatio: ratioTo(ours, chain) } : {}),
    ...(floor ? { floor, floorRatio: ratioTo(ours, floor) } : {}),
    ...(against ? { against, againstRatio: ratioTo(ours, against) } : {}),
  };
}

/** The number of requests a second divided by that of another side. */
export function ratioTo(ours: Summary, other: Summary): number {
  return other.perSecond > 0 ? ours.perSecond / other.perSecond : NaN;
}

interface Side {
  send(length: Length): Promise<Measurement>;
  /** The installation whose processes work for the requests, or whose database they use. */
  target: Target;
}

/** In the order in which they are measured. */
type Sides = {
  readonly ours: Side;
  readonly against?: Side;
  readonly beside?: Side;
  readonly thin?: Side;
  readonly chain?: Side;
  readonly floor?: Side;
};

function sidesOf(row: Row, setting: RowSetting, concurrency: number): Sides {
  if ('mix' in row) return httpSidesOf(row, setting, concurrency);
  const { ours, beside } = setting;
  const side = (target: Target): Side => ({
    target,
    send: (length) =>
      target.asAdmin((admin) =>
        measureAsking({ ask: () => row.asks(target.measured, admin), length, concurrency }),
      ),
  });
  return { ours: side(ours), ...(beside ? { beside: side(beside) } : {}) };
}

/** The installations, the thin handler if it can answer all kinds, the chain, the floor of a write, and another kind of request. */
function httpSidesOf(row: RowOverHttp, setting: RowSetting, concurrency: number): Sides {
  const { ours, beside, thinUrl, chain, floor } = setting;
  const { floor: write, against } = row;
  const sentTo = (target: Target): Omit<SentRow, 'row' | 'concurrency'> => ({
    urls: target.urls,
    requestOf: (kind) => kind.ours(target.measured),
    onAnswer: (kind, body) => target.made.note(kind, body),
  });
  const sendAgainst = (kind: RequestKind) => {
    const sent: RowOverHttp = { ...row, mix: [{ kind, share: 100 }] };
    return sender({ row: sent, concurrency, ...sentTo(ours) }, ours.measured.choices);
  };
  const thinOf = (kind: RequestKind) => kind.thin?.(ours.measured) as BenchRequest;
  const side = (target: Target, sent: Omit<SentRow, 'row' | 'concurrency'>): Side => ({
    target,
    send: sender({ row, concurrency, ...sent }, target.measured.choices),
  });
  const ofTarget = (target: Target) => side(target, sentTo(target));
  return {
    ours: ofTarget(ours),
    ...(against ? { against: { target: ours, send: sendAgainst(against) } } : {}),
    ...(beside ? { beside: ofTarget(beside) } : {}),
    ...(hasThin(row) ? { thin: side(ours, { urls: [thinUrl], requestOf: thinOf }) } : {}),
    ...(row.hasChain && chain
      ? {
          chain: side(ours, {
            urls: [chain.url],
            requestOf: (kind) => ({ ...thinOf(kind), token: chain.token }),
          }),
        }
      : {}),
    ...(write && floor
      ? {
          floor: {
            target: ours,
            send: (length: Length) =>
              measureAsking({ ask: () => floor[write](writtenBy(ours.measured)), length, concurrency }),
          },
        }
      : {}),
  };
}

/** A contact at random, and its next nickname. */
function writtenBy({ contactIds, choices }: Measured) {
  return { id: choices.one(contactIds), nickname: `Nick ${digits(choices, 7)}` };
}

interface SentRow {
  row: RowOverHttp;
  concurrency: number;
  urls: readonly string[];
  requestOf: (kind: RequestKind) => BenchRequest;
  onAnswer?: (kind: RequestKind, body: string) => void;
}

/** The function that sends the requests of a row, and those in its background. */
function sender({ row, concurrency, urls, requestOf, onAnswer }: SentRow, choices: Choices): Side['send'] {
  const drawn = inTurns(row.mix, choices);
  const next = (): Sent => {
    const kind = drawn.next().value;
    return { kind, request: requestOf(kind) };
  };
  const main = (length: Length) => measure({ urls, next, length, concurrency, onAnswer });
  const { beside } = row;
  if (!beside) return main;
  const { kind, ...pace } = beside;
  const sent = { url: urls[0] ?? '', pace, next: () => ({ kind, request: requestOf(kind) }) };
  return async (length) => together(await sendWhile(sent, () => main(length)));
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
async function alone({ send, target }: Side, length: Length): Promise<Settled> {
  const before = cpuTimes(target.processes);
  const measurement = await send(length);
  const caughtUp = await target.settled();
  const cpu = cpuSince(before, target.processes);
  await target.idle();
  return { measurement, caughtUp, cpu };
}
