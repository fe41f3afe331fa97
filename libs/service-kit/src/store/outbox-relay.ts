import type { Model } from 'mongoose';
import { ErrorCode, NatsError, type NatsConnection, type PubAck } from 'nats';
import { commandStream, eventStream } from '@svc/contracts';
import { isUnknownStream } from '../events/ensure-streams.ts';
import { ScheduledTask } from '../jobs/scheduler.ts';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import type { Keyring } from '../signing/keyring.ts';
import { signMessage } from '../signing/sign-message.ts';
import { traced, traceHeader, type Span } from '../tracing/span.ts';
import type { OutboxItem } from './outbox.ts';
import { RecentlyPublished } from './recently-published.ts';

/** How often the relay reads the outbox, in milliseconds, for items that a crashed instance left behind or that could not be published. */
const pollMilliseconds = 1_000;
/** The age from which an item counts as left behind, in milliseconds: an instance publishes its own commits at once. */
const ownMilliseconds = 3_000;
/** Milliseconds between two looks for items that a stream has lost. */
const lookMs = 5_000;
const batchSize = 200;
const failure = 'failed to publish the outbox';
/** How long the relay waits for an acknowledgement, in milliseconds; publishing again under the same id is harmless. */
const ackMilliseconds = 3_000;

interface OutboxRelayOptions {
  readonly outbox: Model<OutboxItem>;
  readonly bus: NatsConnection;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
}

/**
 * Publishes the items of the outbox, and deletes each when the stream has acknowledged it. After a crash in between, it publishes again
 * under the same id, which the stream and every consumer recognize. It publishes recent items again when their stream loses them. An item that can never be published is set aside with the reason and
 * logged for the operator, so that it blocks no other.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #task: ScheduledTask;
  readonly #restoring: ScheduledTask;
  readonly #published = new RecentlyPublished();
  /** The items that this instance has committed and not yet tried to publish. */
  #committed: OutboxItem[] = [];
  #lookedAt = -Infinity;

  constructor(options: OutboxRelayOptions) {
    this.#options = options;
    const run = () => this.#publishAll();
    this.#task = new ScheduledTask({ run, everyMs: pollMilliseconds, failure, log: options.log }).start();
    this.#restoring = new ScheduledTask({
      run: () => this.#restore(),
      everyMs: lookMs,
      failure: 'failed to look for lost events',
      log: options.log,
    }).start();
  }

  /** Publishes committed items now, without reading them from the outbox. */
  publish(items: readonly OutboxItem[]): void {
    this.#committed.push(...items);
    this.#task.wake();
  }

  /** Publishes the waiting items and stops. */
  async stop(): Promise<void> {
    await this.#restoring.stop();
    await this.#task.stop();
    this.#lookedAt = -Infinity;
    const warn = (error: unknown) => this.#options.log.warn({ err: error }, `${failure} during shutdown`);
    await this.#task.turn().catch(warn);
  }

  async #publishAll(): Promise<void> {
    while (await this.#publishBatch());
  }

  /**
   * Publishes a batch; returns whether there may be more. @throws the error that kept an item from being published, after the others were
   * published
   */
  async #publishBatch(): Promise<boolean> {
    const { items, hasMore } = await this.#take();
    if (items.length === 0) return hasMore;
    const outcomes = await this.#publish(items);
    const done = items.filter((_item, index) => outcomes[index]?.status === 'fulfilled');
    await this.#options.outbox.deleteMany({ _id: { $in: done.map(({ _id }) => _id) } });
    outcomes.forEach((outcome, index) => {
      if (outcome.status === 'fulfilled') this.#published.add(items[index] as OutboxItem, outcome.value);
    });
    await this.#settle(items, outcomes);
    if (!hasMore) this.#setPending(0);
    return hasMore;
  }

  async #take(): Promise<{ items: readonly OutboxItem[]; hasMore: boolean }> {
    // Timers may fire slightly early.
    if (performance.now() - this.#lookedAt > 0.9 * pollMilliseconds) return this.#look();
    this.#setPending(this.#committed.length, this.#committed[0]);
    const items = this.#committed.splice(0, batchSize);
    return { items, hasMore: this.#committed.length > 0 };
  }

  /**
   * Reads the oldest items of all instances. Recent ones are left to the instance that committed them, which would otherwise publish them
   * twice; except at the start, at the end, and after a failure.
   */
  async #look(): Promise<{ items: readonly OutboxItem[]; hasMore: boolean }> {
    const { outbox } = this.#options;
    const leftBehind = { createdAt: { $lt: new Date(Date.now() - ownMilliseconds) } };
    const isAll = this.#lookedAt === -Infinity;
    const waiting = { refusal: { $exists: false }, ...(!isAll && leftBehind) };
    this.#lookedAt = performance.now();
    const items = await outbox.find(waiting).sort({ createdAt: 1, position: 1 }).limit(batchSize).lean();
    const found = new Set(items.map(({ _id }) => _id));
    this.#committed = this.#committed.filter(({ _id }) => !found.has(_id));
    const isFull = items.length === batchSize;
    this.#setPending(isFull ? await outbox.countDocuments(waiting) : items.length, items[0]);
    // When more than one batch waits, the next is read at once, in the same order.
    if (isFull && isAll) this.#lookAgain();
    else if (isFull) this.#lookedAt -= pollMilliseconds;
    return { items, hasMore: isFull || this.#committed.length > 0 };
  }

  #setPending(count: number, oldest?: OutboxItem): void {
    const { metrics } = this.#options;
    metrics.outboxPending.set(count);
    metrics.setOldestInOutbox(oldest?.createdAt);
  }

  /** Has the next batch read the outbox, which also contains the items of this instance. */
  #lookAgain(): void {
    this.#committed = [];
    this.#lookedAt = -Infinity;
  }

  /** Publishes items in their order: it signs all of them first, and then sends them without a pause. */
  async #publish(
    items: readonly OutboxItem[],
    idOf = ({ _id }: OutboxItem) => _id,
  ): Promise<PromiseSettledResult<PubAck>[]> {
    const messages = await Promise.all(items.map((item) => this.#toMessage(item, idOf(item))));
    return Promise.allSettled(
      messages.map(({ item, body, headers }) =>
        traced(
          () => publishSpan(item),
          (span) => {
            const { traceparent } = span ?? item;
            if (traceparent !== undefined) headers.set(traceHeader, traceparent);
            const options = { headers, timeout: ackMilliseconds };
            return this.#options.bus.jetstream().publish(item.subject, body, options);
          },
        ),
      ),
    );
  }

  async #toMessage(item: OutboxItem, id: string) {
    const { subject } = item;
    const body = Buffer.from(item.body);
    const headers = await signMessage(this.#options.keyring, { id, subject, body });
    return { item, body, headers };
  }

  /** Publishes again what the streams have lost, once: a stream that is too small would lose it again. */
  async #restore(): Promise<void> {
    const { bus, log } = this.#options;
    const manager = await bus.jetstreamManager({ checkAPI: false });
    for (const stream of [eventStream, commandStream]) {
      const askedAt = performance.now();
      const info = await manager.streams.info(stream).catch((error: unknown) => {
        if (!isUnknownStream(error)) throw error;
      });
      const lost = info ? this.#published.takeLost(info, askedAt) : [];
      if (lost.length === 0) continue;
      // A stream knows the ids of messages that were removed from it, and would drop them as duplicates.
      const idOf = ({ _id, kind }: OutboxItem) => (kind === 'event' ? `${_id}/again` : _id);
      const outcomes = await this.#publish(lost, idOf);
      const failed = outcomes.filter(({ status }) => status === 'rejected').length;
      log.error({ stream, count: lost.length, failed }, 'the stream has lost messages; published them again');
    }
  }

  /** Sets aside items that can never be published. @throws the first failure that may be temporary */
  async #settle(
    items: readonly OutboxItem[],
    outcomes: readonly PromiseSettledResult<unknown>[],
  ): Promise<void> {
    const failures = items.flatMap((item, index) => {
      const outcome = outcomes[index];
      return outcome?.status === 'rejected' ? [{ item, error: outcome.reason as unknown }] : [];
    });
    for (const { item, error } of failures.filter(({ error }) => isForEver(error))) {
      const { _id: id, subject } = item;
      await this.#options.outbox.updateOne({ _id: id }, { $set: { refusal: String(error) } });
      this.#options.metrics.outboxRefused.inc();
      this.#options.log.error(
        { err: error, id, subject },
        'outbox item set aside: it can never be published',
      );
    }
    const passing = failures.find(({ error }) => !isForEver(error));
    if (!passing) return;
    this.#lookAgain();
    throw passing.error;
  }
}

function publishSpan({ _id, subject, traceparent }: OutboxItem): Span {
  return {
    name: `send ${subject}`,
    kind: 'producer',
    traceparent,
    attributes: {
      'messaging.system': 'nats',
      'messaging.operation.type': 'send',
      'messaging.destination.name': subject,
      'messaging.message.id': _id,
    },
  };
}

const foreverCodes: string[] = [ErrorCode.MaxPayloadExceeded, ErrorCode.BadSubject];
/** JetStream's error code for a message that is larger than the stream permits. */
const messageTooLarge = 10_054;

function isForEver(error: unknown): boolean {
  if (!(error instanceof NatsError)) return false;
  return foreverCodes.includes(error.code) || error.api_error?.err_code === messageTooLarge;
}
