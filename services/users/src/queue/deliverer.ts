import type { Counter } from 'prom-client';
import { backoffMs, ScheduledTask, type Logger } from '@svc/service-kit';
import type { Store } from '@svc/service-kit/store';
import { DeliveryQueue } from './delivery-queue.ts';
import { leaseMs, retryWaits, type Delivery, type Outcome } from './delivery.ts';

type Send<Content> = (content: Content, taken: Delivery<Content>, signal: AbortSignal) => Promise<Outcome>;

/** A channel on which deliveries are sent, such as mail or push. */
export interface Route<Content> {
  readonly name: string;
  /** Creates the content; undefined when there is nothing to send or no receiver. Called for several deliveries at once. */
  prepare(taken: Delivery<Content>): Promise<Content | undefined>;
  /** The part of the content that is stored for operators; null for none. */
  shown(content: Content): Content | null;
  /** Never throws; ends early when the signal aborts. Absent without a configured target: contents are then only stored. */
  readonly send?: Send<Content> | undefined;
  /** The state of a delivery whose sender crashed: `waiting` if sending it twice does no harm. */
  readonly whenLost: 'uncertain' | 'waiting';
  /** Nothing is due at the moment: connections can be closed. */
  rest?(): void;
}

export interface DelivererOptions<Content> {
  readonly store: Store;
  readonly collection: string;
  readonly route: Route<Content>;
  readonly count: Counter<'outcome'>;
  readonly now: () => Date;
  readonly log: Logger;
}

/** Milliseconds for which a delivery under way may continue when the service stops. */
const stopTimeoutMs = 4_000;

/** Milliseconds for which a route pauses after a failure that affects all deliveries: as long as the first retry waits. */
const restAfterObstacle = backoffMs(retryWaits, 1);

/** Deliveries acquired at once. Fewer if they are sent, because an urgent one that comes meanwhile has to wait for them. */
const together = { sent: 10, kept: 50 };

/** Deliveries whose lease has less than this left, in milliseconds, are returned to the queue instead of sent. */
const leastLeft = leaseMs / 2;

/** Maximum milliseconds between two looks at the queue: another instance may have stopped after it queued a delivery. */
const everyMs = 60_000;
const retryMs = 5_000;

/** An acquired delivery with its content, or the reason why that could not be created. */
interface Made<Content> {
  readonly taken: Delivery<Content>;
  readonly content: Content | undefined;
  readonly problem?: Outcome;
}

const nothingToSay: Outcome = {
  state: 'dropped',
  reason: 'its notifications were deleted, or its user was disabled or deleted',
};

/** Sends the deliveries of a queue one after the other. All instances do so; a lease keeps each delivery to one of them. */
export class Deliverer<Content> {
  readonly queue: DeliveryQueue<Content>;
  readonly #options: DelivererOptions<Content>;
  readonly #task: ScheduledTask;
  readonly #ending = new AbortController();
  #restsUntil = new Date(0);

  constructor(options: DelivererOptions<Content>) {
    this.#options = options;
    this.queue = new DeliveryQueue(options.store, options.collection, options.now);
    const run = () => this.#work();
    const failure = `failed to read the ${options.route.name} queue`;
    this.#task = new ScheduledTask({
      ...options,
      name: `send ${options.collection}`,
      run,
      everyMs,
      retryMs,
      failure,
    });
  }

  /** To be called when a delivery was queued that is due at this time, by default now. */
  kick(dueAt?: Date): void {
    if (dueAt) this.#task.wakeAt(dueAt);
    else this.#task.wake();
  }

  /** Stops sending. A delivery under way may end within `stopTimeoutMs`, so that its outcome is known. */
  async stop(): Promise<void> {
    const end = setTimeout(() => this.#ending.abort(), stopTimeoutMs);
    await this.#task.stop();
    clearTimeout(end);
  }

  async #work(): Promise<Date | undefined> {
    const { now, route } = this.#options;
    const { send } = route;
    await this.#settleLost();
    while (!this.#task.isStopped && now() >= this.#restsUntil) {
      const taken = await this.queue.take(send ? together.sent : together.kept);
      if (taken.length === 0) break;
      const made = await Promise.all(taken.map((each) => this.#make(each)));
      await (send ? this.#sendAll(made, send) : this.#keepAll(made));
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
      const problem: Outcome = {
        state: 'waiting',
        reason: `the content could not be created: ${String(error)}`,
      };
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

  /**
   * Sends deliveries while there is time, and returns the others to the queue, so that they do not wait for the end of
   * their lease.
   */
  async #sendAll(made: readonly Made<Content>[], send: Send<Content>): Promise<void> {
    const { now } = this.#options;
    for (const [index, each] of made.entries()) {
      const end = each.taken.dueAt.getTime() - leastLeft;
      if (this.#task.isStopped || now() < this.#restsUntil || now().getTime() > end)
        return this.queue.giveBack(made.slice(index).map(({ taken }) => taken));
      await this.#deliver(each, send);
    }
  }

  async #deliver({ taken, content, problem }: Made<Content>, send: Send<Content>): Promise<void> {
    if (!problem && !(await this.queue.begin(taken, this.#shown(content)))) return;
    const outcome =
      problem ?? (content === undefined ? nothingToSay : await send(content, taken, this.#ending.signal));
    if (outcome.state === 'waiting' && outcome.isForAll)
      this.#restsUntil = new Date(this.#options.now().getTime() + restAfterObstacle);
    const state = await this.queue.settle(taken, outcome);
    this.#record(taken, state, 'reason' in outcome ? outcome.reason : '');
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
    const line = { route: route.name, id, userId, attempts, outcome, reason };
    if (outcome === 'failed') log.error(line, 'delivery failed');
    else if (outcome === 'uncertain') log.error(line, 'delivery outcome unknown');
    else if (outcome === 'waiting') log.warn(line, 'delivery failed; will retry');
    else log.info(line, 'delivery settled');
  }
}
