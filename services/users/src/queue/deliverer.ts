import { backoffMs, type Logger } from '@svc/service-kit';
import { Worker, type HeldWork, type Store } from '@svc/service-kit/store';
import { batchSize, DeliveryQueue } from './delivery-queue.ts';
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
  readonly now: () => Date;
  readonly log: Logger;
}

/** Milliseconds for which a delivery under way may continue when the service stops. */
const stopTimeoutMs = 4_000;

/** Milliseconds for which a route pauses after a failure that affects all deliveries: as long as the first retry waits. */
const restAfterObstacle = backoffMs(retryWaits, 1);

/** Deliveries whose lease has less than this left, in milliseconds, are returned to the queue instead of sent. */
const leastLeft = leaseMs / 2;

/** Maximum milliseconds between two looks at the queue: another instance may have stopped after it queued a delivery. */
const everyMs = 60_000;
const retryMs = 5_000;

type Held<Content> = HeldWork<Delivery<Content>>;

/** A taken delivery with its content, or the reason why that could not be created. */
interface Made<Content> {
  readonly held: Held<Content>;
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
  readonly #worker: Worker<Delivery<Content>>;
  readonly #ending = new AbortController();

  constructor(options: DelivererOptions<Content>) {
    this.#options = options;
    const { route, log } = options;
    this.queue = new DeliveryQueue({ ...options, whenLost: route.whenLost });
    this.#worker = new Worker({
      queue: this.queue,
      run: (held, stopping) => this.#sendAll(held, stopping),
      batch: batchSize,
      everyMs,
      retryMs,
      onIdle: () => route.rest?.(),
      onLost: (lost) => this.#record(lost, lost.state, lost.reason),
      log,
    });
  }

  /** To be called when a delivery was queued that is due at this time, by default now. */
  kick(dueAt?: Date): void {
    this.#worker.wake(dueAt);
  }

  /** Stops sending. A delivery under way may end within `stopTimeoutMs`, so that its outcome is known. */
  async stop(): Promise<void> {
    const end = setTimeout(() => this.#ending.abort(), stopTimeoutMs);
    await this.#worker.stop();
    clearTimeout(end);
  }

  /** Sends deliveries while there is time; the worker gives the others back. Returns until when none can be sent. */
  async #sendAll(all: readonly Held<Content>[], stopping: AbortSignal): Promise<Date | undefined> {
    const { now } = this.#options;
    for (const each of await Promise.all(all.map((held) => this.#make(held)))) {
      const end = each.held.piece.dueAt.getTime() - leastLeft;
      if (stopping.aborted || now().getTime() > end) return undefined;
      const outcome = await this.#deliver(each);
      if (outcome?.state === 'waiting' && outcome.isForAll)
        return new Date(now().getTime() + restAfterObstacle);
    }
    return undefined;
  }

  async #make(held: Held<Content>): Promise<Made<Content>> {
    try {
      return { held, content: await this.#options.route.prepare(held.piece) };
    } catch (error) {
      const problem: Outcome = {
        state: 'waiting',
        reason: `the content could not be created: ${String(error)}`,
      };
      return { held, content: undefined, problem };
    }
  }

  async #deliver({ held, content, problem }: Made<Content>): Promise<Outcome | undefined> {
    const { send } = this.#options.route;
    const shown = content === undefined ? null : this.#options.route.shown(content);
    if (problem) return this.#settle(held, problem);
    if (!send) return this.#settle(held, content === undefined ? nothingToSay : { state: 'kept' }, shown);
    if (!(await this.queue.begin(held, shown))) return undefined;
    if (content === undefined) return this.#settle(held, nothingToSay);
    return this.#settle(held, await send(content, held.piece, this.#ending.signal));
  }

  async #settle(held: Held<Content>, outcome: Outcome, content?: Content | null): Promise<Outcome> {
    const state = await this.queue.settle(held, outcome, content === undefined ? {} : { content });
    this.#record(held.piece, state, 'reason' in outcome ? outcome.reason : '');
    return outcome;
  }

  #record(
    { _id: delivery, userId, attempts }: Delivery<Content>,
    outcome: Delivery['state'],
    reason: string,
  ): void {
    const { log, route } = this.#options;
    const line = { route: route.name, delivery, userId, attempts, outcome, reason };
    if (outcome === 'failed') log.error(line, 'delivery failed');
    else if (outcome === 'uncertain') log.error(line, 'delivery outcome unknown');
    else if (outcome === 'waiting') log.warn(line, 'delivery failed; will retry');
    else log.info(line, 'delivery settled');
  }
}
