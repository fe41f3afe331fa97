import type { Counter } from 'prom-client';
import { backoffMs, ScheduledTask, type Logger, type Store } from '@svc/service-kit';
import { DeliveryQueue } from './delivery-queue.ts';
import { leaseMs, retryWaits } from './delivery-times.ts';
import type { Delivery, Outcome } from './delivery.ts';

/** How one way out of the house works. */
export interface Route<Content> {
  /** Names it in the log: `mail`. */
  readonly name: string;
  /** What there is to say now; undefined for nothing, or nobody to say it to. Called for several at once. */
  prepare(taken: Delivery<Content>): Promise<Content | undefined>;
  /** What is kept of it for an operator to see; null for nothing. */
  shown(content: Content): Content | null;
  /** Never throws. Ends early when the signal says so. Absent where nothing takes them: they are kept to be looked at. */
  readonly send?:
    ((content: Content, taken: Delivery<Content>, signal: AbortSignal) => Promise<Outcome>) | undefined;
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

/** So many are taken at once. Of those that are sent it is fewer: an urgent one that comes meanwhile waits for them. */
const together = { sent: 10, kept: 50 };

/** What is still to be sent when so much of its lease is left, in milliseconds, is given back. */
const leastLeft = leaseMs / 2;

/** An instance looks at least this often, in milliseconds: for what another one has put there and ended. */
const everyMs = 60_000;
const retryMs = 5_000;

/** A delivery that was taken, with what it says: nothing, or why that could not be made. */
interface Made<Content> {
  readonly taken: Delivery<Content>;
  readonly content: Content | undefined;
  readonly problem?: Outcome;
}

const nothingToSay: Outcome = {
  state: 'dropped',
  reason: 'there is nothing left to say, or nobody to say it to',
};

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
      const taken = await this.queue.take(route.send ? together.sent : together.kept);
      if (taken.length === 0) break;
      const made = await Promise.all(taken.map((each) => this.#make(each)));
      await (route.send ? this.#sendAll(made) : this.#keepAll(made));
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
      this.#record(lost, lost.state, lost.reason);
    }
  }

  async #make(taken: Delivery<Content>): Promise<Made<Content>> {
    try {
      return { taken, content: await this.#options.route.prepare(taken) };
    } catch (error) {
      const problem: Outcome = { state: 'waiting', reason: `it could not be made: ${String(error)}` };
      return { taken, content: undefined, problem };
    }
  }

  async #keepAll(made: readonly Made<Content>[]): Promise<void> {
    const attempted = made.map(({ taken, content, problem }) => ({
      taken,
      content: this.#shown(content),
      outcome: problem ?? (content === undefined ? nothingToSay : ({ state: 'kept' } as const)),
    }));
    const states = await this.queue.settleAll(attempted);
    for (const { taken, outcome } of attempted) {
      const state = states.get(taken._id);
      if (state) this.#record(taken, state, 'reason' in outcome ? outcome.reason : '');
    }
  }

  /** As long as there is time for them: what was taken and is not tried does not wait for the end of its lease. */
  async #sendAll(made: readonly Made<Content>[]): Promise<void> {
    const { now } = this.#options;
    for (const [index, each] of made.entries()) {
      const end = each.taken.dueAt.getTime() - leastLeft;
      if (this.#task.isStopped || now() < this.#restsUntil || now().getTime() > end)
        return this.queue.giveBack(made.slice(index).map(({ taken }) => taken));
      await this.#deliver(each);
    }
  }

  async #deliver({ taken, content, problem }: Made<Content>): Promise<void> {
    if (!problem && !(await this.queue.begin(taken, this.#shown(content)))) return;
    const outcome = problem ?? (await this.#send(taken, content));
    if (outcome.state === 'waiting' && outcome.isForAll)
      this.#restsUntil = new Date(this.#options.now().getTime() + restAfterObstacle);
    const state = await this.queue.settle(taken, outcome);
    this.#record(taken, state, 'reason' in outcome ? outcome.reason : '');
  }

  async #send(taken: Delivery<Content>, content: Content | undefined): Promise<Outcome> {
    if (content === undefined) return nothingToSay;
    const { send } = this.#options.route;
    return send ? send(content, taken, this.#ending.signal) : { state: 'kept' };
  }

  #shown(content: Content | undefined): Content | null {
    return content === undefined ? null : this.#options.route.shown(content);
  }

  #record(
    { _id: id, userId, attempts }: Delivery<Content>,
    outcome: Delivery['state'],
    reason: string,
  ): void {
    const { count, log, route } = this.#options;
    count.inc({ outcome });
    const line = { id, userId, attempts, outcome, reason };
    const isRefused = outcome === 'failed' || outcome === 'uncertain';
    if (isRefused) log.error(line, `a ${route.name} needs an operator`);
    else if (outcome === 'waiting') log.warn(line, `a ${route.name} was not sent; it will be tried again`);
    else log.info(line, `a ${route.name} was dealt with`);
  }
}
