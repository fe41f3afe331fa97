import type { Model } from 'mongoose';
import { ErrorCode, NatsError, type JetStreamClient } from 'nats';
import { ScheduledTask } from '../jobs/scheduler.ts';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import type { Keyring } from '../signing/keyring.ts';
import { signMessage } from '../signing/sign-message.ts';
import { traced, traceHeader, type Span } from '../tracing/span.ts';
import type { OutboxItem } from './outbox.ts';

/** How often the outbox itself is looked at: for what a crashed instance left behind, or could not be published. */
const pollMilliseconds = 1_000;
/** An instance publishes what it has committed at once; what is older than this was left behind. */
const ownMilliseconds = 3_000;
const batchSize = 200;
const failure = 'the outbox could not be published';
/** An acknowledgement that takes longer is not coming; publishing again under the same id does no harm. */
const ackMilliseconds = 3_000;

/** What a relay works with. */
export interface OutboxRelayOptions {
  readonly outbox: Model<OutboxItem>;
  readonly jetstream: JetStreamClient;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
}

/**
 * Publishes what the outbox holds and deletes it once the stream has acknowledged it. A crash in between publishes again
 * under the same id, which the stream and every consumer recognise. What can never be published is set aside with the
 * reason and told to the operator, so that it holds nothing else up.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #task: ScheduledTask;
  /** Of the outbox, what this instance has put there and not tried to publish yet. */
  #committed: OutboxItem[] = [];
  #lookedAt = -Infinity;

  constructor(options: OutboxRelayOptions) {
    this.#options = options;
    const run = () => this.#publishAll();
    this.#task = new ScheduledTask({ run, everyMs: pollMilliseconds, failure, log: options.log }).start();
  }

  /** These were committed: publish them now, without reading them again. */
  publish(items: readonly OutboxItem[]): void {
    this.#committed.push(...items);
    this.#task.wake();
  }

  /** Publishes what is there and stops. */
  async stop(): Promise<void> {
    await this.#task.stop();
    this.#lookedAt = -Infinity;
    const told = (error: unknown) => this.#options.log.warn({ err: error }, `${failure} at the end`);
    await this.#task.turn().catch(told);
  }

  async #publishAll(): Promise<void> {
    while (await this.#publishBatch());
  }

  /** Whether there may be more. @throws what kept an item from being published, after the others were. */
  async #publishBatch(): Promise<boolean> {
    const { items, hasMore } = await this.#take();
    if (items.length === 0) return hasMore;
    const outcomes = await this.#publish(items);
    const done = items.filter((_item, index) => outcomes[index]?.status === 'fulfilled');
    await this.#options.outbox.deleteMany({ _id: { $in: done.map(({ _id }) => _id) } });
    await this.#settle(items, outcomes);
    if (!hasMore) this.#tellWaiting(0);
    return hasMore;
  }

  async #take(): Promise<{ items: readonly OutboxItem[]; hasMore: boolean }> {
    // A timer may come a little before its time.
    if (performance.now() - this.#lookedAt > 0.9 * pollMilliseconds) return this.#look();
    this.#tellWaiting(this.#committed.length, this.#committed[0]);
    const items = this.#committed.splice(0, batchSize);
    return { items, hasMore: this.#committed.length > 0 };
  }

  /**
   * The oldest items, whoever has put them there. What was put there a moment ago is left to the instance that did, or
   * both would publish it; not so at the start, at the end, and after a failure.
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
    this.#tellWaiting(isFull ? await outbox.countDocuments(waiting) : items.length, items[0]);
    // Of more than one batch the rest follows at once, and in its order.
    if (isFull && isAll) this.#lookAgain();
    else if (isFull) this.#lookedAt -= pollMilliseconds;
    return { items, hasMore: isFull || this.#committed.length > 0 };
  }

  #tellWaiting(count: number, oldest?: OutboxItem): void {
    const { metrics } = this.#options;
    metrics.outboxPending.set(count);
    metrics.setOldestInOutbox(oldest?.createdAt);
  }

  /** What was committed is in the outbox with all the rest. */
  #lookAgain(): void {
    this.#committed = [];
    this.#lookedAt = -Infinity;
  }

  /** In their order: all are signed first, and sent without a pause in between. */
  async #publish(items: readonly OutboxItem[]): Promise<PromiseSettledResult<unknown>[]> {
    const messages = await Promise.all(items.map((item) => this.#toMessage(item)));
    return Promise.allSettled(
      messages.map(({ item, body, headers }) =>
        traced(
          () => publishSpan(item),
          (span) => {
            const { traceparent } = span ?? item;
            if (traceparent !== undefined) headers.set(traceHeader, traceparent);
            const options = { headers, timeout: ackMilliseconds };
            return this.#options.jetstream.publish(item.subject, body, options);
          },
        ),
      ),
    );
  }

  async #toMessage(item: OutboxItem) {
    const { _id: id, subject } = item;
    const body = Buffer.from(item.body);
    const headers = await signMessage(this.#options.keyring, { id, subject, body });
    return { item, body, headers };
  }

  /** Sets aside what can never be published. @throws the first failure that may pass. */
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
      this.#options.log.error({ err: error, id, subject }, 'an item of the outbox cannot be published');
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
/** JetStream: the message is larger than the stream takes. */
const messageTooLarge = 10_054;

function isForEver(error: unknown): boolean {
  if (!(error instanceof NatsError)) return false;
  return foreverCodes.includes(error.code) || error.api_error?.err_code === messageTooLarge;
}
