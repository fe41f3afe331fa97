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
import { itemsOf, type OutboxEntry, type OutboxItem } from './outbox.ts';
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
  readonly outbox: Model<OutboxEntry>;
  readonly bus: NatsConnection;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
}

/**
 * Publishes the items of the outbox, and deletes each document when the streams have acknowledged all of its items. After a crash in between, it publishes again
 * under the same id, which the stream and every consumer recognize. It publishes recent items again when their stream loses them. An item that can never be published is set aside with the reason and
 * logged for the operator, so that it blocks no other.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #task: ScheduledTask;
  readonly #restoring: ScheduledTask;
  readonly #published = new RecentlyPublished();
  /** The documents that this instance has committed and not yet tried to publish. */
  #committed: OutboxEntry[] = [];
  #lookedAt = -Infinity;

  constructor(options: OutboxRelayOptions) {
    this.#options = options;
    const run = () => this.#publishAll();
    this.#task = new ScheduledTask({
      name: 'publish the outbox',
      run,
      everyMs: pollMilliseconds,
      failure,
      log: options.log,
    }).start();
    this.#restoring = new ScheduledTask({
      name: 'look for lost events',
      run: () => this.#restore(),
      everyMs: lookMs,
      failure: 'failed to look for lost events',
      log: options.log,
    }).start();
  }

  /** Publishes committed documents now, without reading them from the outbox. */
  publish(entries: readonly OutboxEntry[]): void {
    this.#committed.push(...entries);
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
    const { entries, hasMore } = await this.#take();
    if (entries.length === 0) return hasMore;
    const items = entries.flatMap(itemsOf);
    const outcomes = await this.#publish(items);
    const failed = new Set(items.filter((_item, index) => outcomes[index]?.status !== 'fulfilled'));
    const done = entries.filter((entry) => itemsOf(entry).every((item) => !failed.has(item)));
    await this.#options.outbox.deleteMany({ _id: { $in: done.map(({ _id }) => _id) } });
    outcomes.forEach((outcome, index) => {
      if (outcome.status === 'fulfilled') this.#published.add(items[index] as OutboxItem, outcome.value);
    });
    await this.#settle(entries, items, outcomes);
    if (!hasMore) this.#setPending(0);
    return hasMore;
  }

  async #take(): Promise<{ entries: readonly OutboxEntry[]; hasMore: boolean }> {
    // Timers may fire slightly early.
    if (performance.now() - this.#lookedAt > 0.9 * pollMilliseconds) return this.#look();
    this.#setPending(countItems(this.#committed), this.#committed[0]);
    const entries = this.#committed.splice(0, fitting(this.#committed));
    return { entries, hasMore: this.#committed.length > 0 };
  }

  /**
   * Reads the oldest items of all instances. Recent ones are left to the instance that committed them, which would otherwise publish them
   * twice; except at the start, at the end, and after a failure.
   */
  async #look(): Promise<{ entries: readonly OutboxEntry[]; hasMore: boolean }> {
    const { outbox } = this.#options;
    const leftBehind = { createdAt: { $lt: new Date(Date.now() - ownMilliseconds) } };
    const isAll = this.#lookedAt === -Infinity;
    // A bundle has no refusal of its own; an older version of the relay, which cannot read bundles, may have given it one.
    const isOpen = { $or: [{ refusal: { $exists: false } }, { items: { $exists: true } }] };
    const waiting = { ...isOpen, ...(!isAll && leftBehind) };
    this.#lookedAt = performance.now();
    const found = await outbox
      .find(waiting)
      .sort({ createdAt: 1, position: 1 })
      .limit(batchSize)
      .lean<OutboxEntry[]>();
    const entries = found.slice(0, fitting(found));
    const taken = new Set(entries.map(({ _id }) => _id));
    this.#committed = this.#committed.filter(({ _id }) => !taken.has(_id));
    const isFull = found.length === batchSize || entries.length < found.length;
    const pending = found.length === batchSize ? await outbox.countDocuments(waiting) : countItems(found);
    this.#setPending(pending, found[0]);
    // When more than one batch waits, the next is read at once, in the same order.
    if (isFull && isAll) this.#lookAgain();
    else if (isFull) this.#lookedAt -= pollMilliseconds;
    return { entries, hasMore: isFull || this.#committed.length > 0 };
  }

  #setPending(count: number, oldest?: OutboxEntry): void {
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

  /** Keeps an item that can never be published in a document of its own, with the reason. */
  async #setAside(entry: OutboxEntry | undefined, item: OutboxItem, refusal: string): Promise<void> {
    const { outbox } = this.#options;
    await outbox.updateOne({ _id: item._id }, { $set: { ...item, refusal } }, { upsert: true });
    if (entry && entry._id !== item._id)
      await outbox.updateOne({ _id: entry._id }, { $pull: { items: { _id: item._id } } });
  }

  /** Sets aside items that can never be published. @throws the first failure that may be temporary */
  async #settle(
    entries: readonly OutboxEntry[],
    items: readonly OutboxItem[],
    outcomes: readonly PromiseSettledResult<unknown>[],
  ): Promise<void> {
    const failures = items.flatMap((item, index) => {
      const outcome = outcomes[index];
      return outcome?.status === 'rejected' ? [{ item, error: outcome.reason as unknown }] : [];
    });
    for (const { item, error } of failures.filter(({ error }) => isForEver(error))) {
      const { _id: id, subject } = item;
      await this.#setAside(
        entries.find((entry) => itemsOf(entry).includes(item)),
        item,
        String(error),
      );
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

/** How many documents have as many items together as a batch may have; at least one document. */
function fitting(entries: readonly OutboxEntry[]): number {
  let items = 0;
  const tooMany = entries.findIndex((entry) => (items += itemsOf(entry).length) > batchSize);
  return tooMany === -1 ? entries.length : Math.max(1, tooMany);
}

function countItems(entries: readonly OutboxEntry[]): number {
  return entries.reduce((sum, entry) => sum + itemsOf(entry).length, 0);
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
