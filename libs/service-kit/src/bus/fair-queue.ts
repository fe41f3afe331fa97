import type { Actor } from '@svc/contracts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import { answerableFromNow, tooBusy, type Deadline } from '../time/deadline.ts';
import type { RecentCallers } from './recent-callers.ts';

export interface FairQueueOptions {
  /** The label of the queue's metrics. */
  readonly name: string;
  /** How many run at the same time. */
  readonly atOnce: number;
  /** How many of one caller run at the same time; by default all places but one, which stays for other callers. */
  readonly ofCaller?: number;
  /** How many of one caller run at the same time while others send requests; by default as many as otherwise. */
  readonly besideOthers?: { readonly ofCaller: number; readonly callers: RecentCallers };
  /** How many wait. When more arrive, the caller with the most waiting work is refused. */
  readonly maxWaiting: number;
  /** A caller whose work takes longer than this on average, in milliseconds, gets one place. */
  readonly slowMs?: number;
  readonly metrics: ServiceMetrics;
}

/** The name of the caller whose work takes turns with that of others, and the deadline of its answer. */
export interface Turn {
  readonly caller: string;
  readonly deadline: Deadline;
}

/** The work of one caller in the queue. */
interface Line {
  running: number;
  /** The average duration of the caller's work, in milliseconds; the latest counts most. */
  averageMs: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  start(): void;
  refuse(reason: ShedReason): void;
}

/** The weight of the newest duration in the average. */
const newestPart = 0.3;

type ShedReason = 'full' | 'late';

/**
 * Runs a limited amount of work at the same time. The rest waits in a line for each caller, and the caller with the least running work is
 * next: how many requests other callers have sent makes no difference.
 */
export class FairQueue {
  readonly #options: FairQueueOptions & Required<Pick<FairQueueOptions, 'ofCaller'>>;
  /** The lines of callers with running or waiting work. A caller moves to the end after its turn. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    const { name, atOnce, ofCaller = Math.max(1, atOnce - 1), maxWaiting, metrics } = options;
    this.#options = { ...options, ofCaller };
    metrics.watchQueue(name, () => ({ running: this.#running, waiting: this.#waiting }));
    const places = { all: atOnce, caller: ofCaller, waiting: maxWaiting };
    for (const [of, limit] of Object.entries(places)) metrics.queueLimit.set({ queue: name, of }, limit);
  }

  /**
   * Runs `work` when it is its turn, and returns its result.
   * @throws ServiceError `service_unavailable`, before `work` has begun, when too many wait or the answer would come too late.
   */
  async run<Result>({ caller, deadline }: Turn, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(caller) ?? { running: 0, averageMs: 0, waiting: [] };
    this.#lines.set(caller, line);
    if (this.#hasPlace(caller, line)) this.#start(line);
    else await this.#wait(line, deadline).finally(() => this.#forget(caller, line));
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      line.averageMs += (performance.now() - startedAt - line.averageMs) * newestPart;
      line.running -= 1;
      this.#running -= 1;
      this.#forget(caller, line);
      while (this.#startNext());
    }
  }

  #hasPlace(caller: string, { running, averageMs }: Line): boolean {
    const { atOnce, slowMs = Infinity } = this.#options;
    return this.#running < atOnce && running < (averageMs > slowMs ? 1 : this.#placesOf(caller));
  }

  #placesOf(caller: string): number {
    const { ofCaller, besideOthers } = this.#options;
    if (!besideOthers || besideOthers.callers.isAlone(caller)) return ofCaller;
    return Math.min(ofCaller, besideOthers.ofCaller);
  }

  #start(line: Line): void {
    line.running += 1;
    this.#running += 1;
  }

  #wait(line: Line, deadline: Deadline): Promise<void> {
    const { name, metrics } = this.#options;
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        line.waiting.splice(line.waiting.indexOf(waiting), 1);
        this.#waiting -= 1;
        settle();
      };
      const waiting: Waiting = {
        start: () =>
          end(() => {
            this.#start(line);
            metrics.queueWait.observe({ queue: name }, (performance.now() - since) / 1000);
            resolve();
          }),
        refuse: (reason) =>
          end(() => {
            metrics.queueShed.inc({ queue: name, reason });
            reject(tooBusy());
          }),
      };
      const timer = setTimeout(() => waiting.refuse('late'), answerableFromNow(deadline));
      line.waiting.push(waiting);
      this.#waiting += 1;
      if (this.#waiting > this.#options.maxWaiting) this.#longest().waiting.at(-1)?.refuse('full');
    });
  }

  /** The caller with the longest line; of several the last, so that a new caller does not displace one with as many requests. */
  #longest(): Line {
    return [...this.#lines.values()].reduce((longest, line) =>
      line.waiting.length >= longest.waiting.length ? line : longest,
    );
  }

  /** Returns whether waiting work was started. */
  #startNext(): boolean {
    const next = [...this.#lines]
      .filter(([caller, line]) => line.waiting.length > 0 && this.#hasPlace(caller, line))
      .reduce<[string, Line] | undefined>(
        (least, each) => (least && least[1].running <= each[1].running ? least : each),
        undefined,
      );
    if (!next) return false;
    const [caller, line] = next;
    this.#lines.delete(caller);
    this.#lines.set(caller, line);
    line.waiting[0]?.start();
    return true;
  }

  #forget(caller: string, { running, waiting }: Line): void {
    if (running === 0 && waiting.length === 0) this.#lines.delete(caller);
  }
}

/** Returns the turn of a call. All actors without a name of their own count as one caller. */
export function turnOf({ actor, deadline }: { readonly actor: Actor; readonly deadline: Deadline }): Turn {
  const { kind, userId, siteLinkId, displayName } = actor;
  if (kind === 'user') return { caller: `user ${userId}`, deadline };
  return { caller: kind === 'site_link' ? `site link ${siteLinkId ?? ''}` : displayName, deadline };
}
