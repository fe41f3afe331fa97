import type { Counter } from 'prom-client';
import { backoffMs, ScheduledTask, type Logger, type Store } from '@svc/service-kit';
import { DeliveryQueue } from './delivery-queue.ts';
import { retryWaits } from './delivery-times.ts';
import type { Delivery, Outcome } from './delivery.ts';

/** How one way out of the house works. */
export interface Route<Content> {
  /** Names it in the log: `mail`. */
  readonly name: string;
  /** What there is to say now; undefined for nothing, or nobody to say it to. */
  prepare(taken: Delivery<Content>): Promise<Content | undefined>;
  /** What is kept of it for an operator to see; null for nothing. */
  shown(content: Content): Content | null;
  /** Never throws. Ends early when the signal says so. */
  send(content: Content, taken: Delivery<Content>, signal: AbortSignal): Promise<Outcome>;
  /** What becomes of one whose sender has ended: `waiting` where twice does no harm. */
  readonly whenLost: 'uncertain' | 'waiting';
  /** Nothing more is due for the moment: connections are not needed. */
  rest?(): void;
}

/** What a deliverer works with. */
export interface DelivererOptions<Content> {
  readonly store: Store;
  /** The collection of what waits and what went out. */
  readonly collection: string;
  readonly route: Route<Content>;
  readonly count: Counter<'outcome'>;
  readonly now: () => Date;
  readonly log: Logger;
}

/** How long what is being sent may still take when the service stops, in milliseconds. */
const stopTimeoutMs = 4_000;

/** How long a route rests by which nothing goes out, in milliseconds: as long as what was tried waits for its second time. */
const restAfterObstacle = backoffMs(retryWaits, 1);

/** An instance looks at least this often, in milliseconds: for what another one has put there and ended. */
const everyMs = 60_000;
const retryMs = 5_000;

/** Sends what waits in a queue, one after the other. All instances do; none sends what another one has taken. */
export class Deliverer<Content> {
  /** What waits and what went out. */
  readonly queue: DeliveryQueue<Content>;
  readonly #options: DelivererOptions<Content>;
  readonly #task: ScheduledTask;
  readonly #ending = new AbortController();
  #restsUntil = new Date(0);

  constructor(options: DelivererOptions<Content>) {
    this.#options = options;
    this.queue = new DeliveryQueue(options.store, options.collection, options.now);
    const run = () => this.#work();
    const failure = `a ${options.route.name} cannot be looked for`;
    this.#task = new ScheduledTask({ ...options, run, everyMs, retryMs, failure });
  }

  /** Something was put into the queue that is due at this time; now when absent. */
  kick(dueAt?: Date): void {
    if (dueAt) this.#task.wakeAt(dueAt);
    else this.#task.wake();
  }

  /** Ends what is being sent, so that it is known what became of it, and sends nothing any more. */
  async stop(): Promise<void> {
    const end = setTimeout(() => this.#ending.abort(), stopTimeoutMs);
    await this.#task.stop();
    clearTimeout(end);
  }

  async #work(): Promise<Date | undefined> {
    const { now, route } = this.#options;
    await this.#settleLost();
    while (!this.#task.isStopped && now() >= this.#restsUntil) {
      const taken = await this.queue.take();
      if (!taken) break;
      await this.#deliver(taken);
    }
    route.rest?.();
    const next = await this.queue.nextAt();
    return next && new Date(Math.max(next.getTime(), this.#restsUntil.getTime()));
  }

  async #settleLost(): Promise<void> {
    const { route } = this.#options;
    for (;;) {
      const lost = await this.queue.takeLost(route.whenLost);
      if (!lost) return;
      this.#tell(lost, lost.state, lost.reason);
    }
  }

  async #deliver(taken: Delivery<Content>): Promise<void> {
    const { route, now } = this.#options;
    let outcome: Outcome;
    try {
      const content = await route.prepare(taken);
      const kept = content === undefined ? null : route.shown(content);
      if (!(await this.queue.begin(taken, kept))) return;
      outcome =
        content === undefined
          ? { state: 'dropped', reason: 'there is nothing left to say, or nobody to say it to' }
          : await route.send(content, taken, this.#ending.signal);
    } catch (error) {
      outcome = { state: 'waiting', reason: `it could not be made: ${String(error)}` };
    }
    if (outcome.state === 'waiting' && outcome.isForAll)
      this.#restsUntil = new Date(now().getTime() + restAfterObstacle);
    const state = await this.queue.settle(taken, outcome);
    this.#tell(taken, state, 'reason' in outcome ? outcome.reason : '');
  }

  #tell({ _id: id, userId, attempts }: Delivery<Content>, outcome: Delivery['state'], reason: string): void {
    const { count, log, route } = this.#options;
    count.inc({ outcome });
    const line = { id, userId, attempts, outcome, reason };
    const isRefused = outcome === 'failed' || outcome === 'uncertain';
    if (isRefused) log.error(line, `a ${route.name} needs an operator`);
    else if (outcome === 'waiting') log.warn(line, `a ${route.name} was not sent; it will be tried again`);
    else log.info(line, `a ${route.name} was dealt with`);
  }
}
