import type { Actor } from '@svc/contracts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import { answerableFromNow, tooBusy, type Deadline } from '../time/deadline.ts';

/** How much runs and waits at the same time, and where it is told. */
export interface FairQueueOptions {
  /** The label of its metrics. */
  readonly name: string;
  /** So many run; one of the places is left free for another caller where there are several. */
  readonly atOnce: number;
  /** So many wait; beyond it the caller who has most of them is refused. */
  readonly maxWaiting: number;
  /** Whose work takes more milliseconds than this on average gets one place. */
  readonly slowMs?: number;
  readonly metrics: ServiceMetrics;
}

/** On whose behalf something is to run, and until when its answer is waited for. */
export interface QueuedCall {
  readonly actor: Actor;
  readonly deadline: Deadline;
}

/** What one caller has in the queue. */
interface Line {
  running: number;
  /** Milliseconds; what was done last counts most. */
  averageMs: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  start(): void;
  refuse(reason: ShedReason): void;
}

/** How much the newest duration counts in the average. */
const newestPart = 0.3;

type ShedReason = 'full' | 'late';

/**
 * Runs so much work at the same time. What is more waits in a line of its caller, and the caller who has least running is next: how many
 * requests somebody else has sent makes no difference.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Whoever has had their turn is moved to the end. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    options.metrics.watchQueue(options.name, () => ({ running: this.#running, waiting: this.#waiting }));
  }

  /**
   * What `work` answers, once it was its turn.
   * @throws ServiceError `service_unavailable`, before anything was done, when too many wait or it is too late for an answer.
   */
  async run<Result>({ actor, deadline }: QueuedCall, work: () => Promise<Result>): Promise<Result> {
    const caller = nameOf(actor);
    const line = this.#lines.get(caller) ?? { running: 0, averageMs: 0, waiting: [] };
    this.#lines.set(caller, line);
    if (this.#hasPlace(line)) this.#start(line);
    else await this.#wait(line, deadline);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      line.averageMs += (performance.now() - startedAt - line.averageMs) * newestPart;
      line.running -= 1;
      this.#running -= 1;
      this.#forget(caller, line);
      this.#startNext();
    }
  }

  #hasPlace({ running, averageMs }: Line): boolean {
    const { atOnce, slowMs = Infinity } = this.#options;
    const ofCaller = averageMs > slowMs ? 1 : Math.max(1, atOnce - 1);
    return this.#running < atOnce && running < ofCaller;
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

  /** Of equally long ones the last, so that who comes to a full queue does not take the place of somebody like them. */
  #longest(): Line {
    return [...this.#lines.values()].reduce((longest, line) =>
      line.waiting.length >= longest.waiting.length ? line : longest,
    );
  }

  #startNext(): void {
    const next = [...this.#lines]
      .filter(([, line]) => line.waiting.length > 0 && this.#hasPlace(line))
      .reduce<[string, Line] | undefined>(
        (least, each) => (least && least[1].running <= each[1].running ? least : each),
        undefined,
      );
    if (!next) return;
    const [caller, line] = next;
    this.#lines.delete(caller);
    this.#lines.set(caller, line);
    line.waiting[0]?.start();
  }

  #forget(caller: string, { running, waiting }: Line): void {
    if (running === 0 && waiting.length === 0) this.#lines.delete(caller);
  }
}

/** Everybody without a name of their own is one caller. */
function nameOf({ kind, userId, siteLinkId, displayName }: Actor): string {
  if (kind === 'user') return `user ${userId}`;
  return kind === 'site_link' ? `site link ${siteLinkId ?? ''}` : displayName;
}
