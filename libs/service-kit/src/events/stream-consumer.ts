import { setTimeout as delay } from 'node:timers/promises';
import {
  AckPolicy,
  type Consumer,
  type ConsumerConfig,
  type ConsumerInfo,
  DeliverPolicy,
  type JsMsg,
  nanos,
  type NatsConnection,
} from 'nats';
import type { Logger } from '../log/create-logger.ts';
import type { ConsumerLag, ServiceMetrics } from '../ops/service-metrics.ts';
import { UntrustedMessage } from '../signing/sign-message.ts';
import { messageOf } from '../text/message-of.ts';
import { traced, traceHeader, type Span } from '../tracing/span.ts';
import { afterElection, apiErrorCode } from './after-election.ts';
import { writeDeadLetter } from './dead-letter.ts';
import type { HandledMessage } from './handled-message.ts';
import { MessageIntake } from './message-intake.ts';

/** The pauses between the failures of a message, in milliseconds; after one more failure it goes to the dead letters. */
const defaultRetryWaits = [100, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 60_000, 60_000, 60_000];
/** How long the messages of a killed instance wait for another one, in milliseconds; live instances report progress meanwhile. */
const defaultAckWait = 5_000;
/** The smallest request for messages: a request costs more than so few messages. */
const leastFetched = 8;
/** The part of the pause that follows each message of a batch, in milliseconds: below ten messages a second, nothing gathers. */
const pauseOfOne = 100;
/**
 * How many deliveries a message gets for each failure that it may have. A delivery also ends without a failure, when its instance is killed or frozen
 * or its acknowledgement is lost, so that the number of deliveries says little; but a message that ends the process each time has no failures.
 */
const deliveriesPerFailure = 5;
/** How many messages may be unacknowledged. Messages that wait for their next delivery count, and many of them must not stop the others. */
const maxUnacknowledged = 10_000;

/** A durable consumer: its name, its subjects, and how it handles a batch. */
export interface StreamConsumerOptions {
  readonly connection: NatsConnection;
  readonly stream: string;
  readonly durable: string;
  readonly subjects: readonly string[];
  /** The largest number of messages in a batch; 1 gives one at a time. */
  readonly batchSize: number;
  /**
   * The longest pause between two batches, in milliseconds. The pause grows with the size of the last batch, so that the first message after a
   * quiet time is handled at once, and many messages are handled in few batches, which cost less. A full batch never waits. Absent: no pause.
   */
  readonly intervalMs?: number;
  /** How many batches run at the same time, in no order; absent: one. */
  readonly concurrency?: number;
  /**
   * Handles a batch, or a dead letter again. When it throws, each of its messages is retried later on its own. `UntrustedMessage` moves them to the dead letters at
   * once, since a retry would not change it.
   */
  readonly handle: (messages: readonly HandledMessage[]) => Promise<void>;
  /** After how many milliseconds without an instance the server removes the consumer; absent: never. */
  readonly removeAfterMs?: number | undefined;
  /** The pauses between the failures of a message in one instance, in milliseconds; there is one more failure than pauses. */
  readonly retryWaits?: readonly number[];
  /** How long an instance may hold a message without reporting progress, in milliseconds. */
  readonly ackWaitMilliseconds?: number;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
}

/** A single subject becomes part of the subject of the request, where the permissions of the bus check it. Several subjects do not. */
function filterOf(subjects: readonly string[]): Partial<ConsumerConfig> {
  const [only, ...more] = subjects;
  if (only !== undefined && more.length === 0)
    return { filter_subject: only, filter_subjects: undefined as never };
  return { filter_subjects: [...subjects] };
}

/** Handles each message of a stream at least once. A message that has failed too often goes to the dead letters. */
export class StreamConsumer {
  readonly #options: StreamConsumerOptions;
  readonly #retryWaits: readonly number[];
  /** How often messages have failed in this instance, by their place in the stream. */
  readonly #failures = new Map<number, number>();
  readonly #intake: MessageIntake;
  readonly #done: Promise<unknown>;
  readonly #forgetLag: () => void;
  readonly #stopping = new AbortController();

  private constructor(options: StreamConsumerOptions, intake: MessageIntake, consumer: Consumer) {
    this.#options = options;
    this.#forgetLag = options.metrics.watchLag(options.durable, async () => lagOf(await consumer.info()));
    this.#retryWaits = options.retryWaits ?? defaultRetryWaits;
    this.#intake = intake;
    const workers = Array.from({ length: options.concurrency ?? 1 }, () => this.#work());
    this.#done = Promise.all(workers);
  }

  /** Makes the durable consumer unless it exists, and starts handling messages. */
  static async start(options: StreamConsumerOptions): Promise<StreamConsumer> {
    const { connection, stream, durable, batchSize, log, ackWaitMilliseconds = defaultAckWait } = options;
    const { concurrency = 1, removeAfterMs } = options;
    const fetchSize = Math.max(leastFetched, batchSize * concurrency);
    const connect = () =>
      ensureConsumer(connection, stream, {
        durable_name: durable,
        ...filterOf(options.subjects),
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
        // No limit on the server: it would drop a message that a crash has kept from the dead letters.
        max_deliver: -1,
        ack_wait: nanos(ackWaitMilliseconds),
        max_ack_pending: maxUnacknowledged,
        ...(removeAfterMs !== undefined && { inactive_threshold: nanos(removeAfterMs) }),
      });
    // Only here: the intake retries by itself, and a stop, which waits for its attempt, would wait for the election.
    const consumer = await afterElection(connect);
    const intake = new MessageIntake({ connect, batchSize, fetchSize, ackWaitMilliseconds, log }, consumer);
    return new StreamConsumer(options, intake, consumer);
  }

  get durable(): string {
    return this.#options.durable;
  }

  get stream(): string {
    return this.#options.stream;
  }

  /** Handles a dead letter again. @throws the failure of its handling. */
  replay(message: HandledMessage): Promise<void> {
    const { durable, handle } = this.#options;
    return tracedFor(durable, [message], () => handle([message]));
  }

  /** Stops fetching, finishes the current batch, and returns waiting messages, which another instance gets at once. */
  async stop(): Promise<void> {
    this.#forgetLag();
    this.#intake.stop();
    this.#stopping.abort();
    await this.#done;
    await this.#intake.close();
  }

  async #work(): Promise<void> {
    for (;;) {
      const batch = await this.#intake.next();
      if (batch.length === 0) return;
      const next = performance.now() + Math.min(this.#options.intervalMs ?? 0, batch.length * pauseOfOne);
      await this.#handle(batch);
      for (const message of batch) this.#intake.settled(message);
      if (!this.#isBehind(batch)) await this.#gatherUntil(next);
    }
  }

  /** Whether a batch was full, or a full one was waiting after it: the first of many messages often arrives alone. */
  #isBehind(batch: readonly JsMsg[]): boolean {
    const { batchSize } = this.#options;
    return batch.length >= batchSize || (batch.at(-1)?.info.pending ?? 0) >= batchSize;
  }

  /** Waits, so that messages accumulate; a stop ends the wait. */
  async #gatherUntil(next: number): Promise<void> {
    const milliseconds = next - performance.now();
    if (milliseconds <= 0) return;
    await delay(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  /** Handles a batch; each message that may have ended processes follows on its own, so that it takes no other with it. */
  async #handle(batch: readonly JsMsg[]): Promise<void> {
    const isSuspect = ({ info }: JsMsg) => info.deliveryCount > this.#maxFailures;
    const usual = batch.filter((message) => !isSuspect(message));
    if (usual.length > 0) await this.#handleUsual(usual);
    for (const message of batch.filter(isSuspect)) await this.#handleAlone(message);
  }

  async #handleUsual(batch: readonly JsMsg[]): Promise<void> {
    const failed = await this.#try(batch);
    if (!failed) return;
    const [only] = batch;
    if (only && batch.length === 1) return this.#refuse(only, failed.error);
    for (const message of batch) await this.#handleAlone(message);
  }

  async #handleAlone(message: JsMsg): Promise<void> {
    if (this.#intake.isStopped) return message.nak();
    const failed =
      message.info.deliveryCount > this.#maxDeliveries
        ? { error: new Error('no delivery of the message was ever finished') }
        : await this.#try([message]);
    if (failed) await this.#refuse(message, failed.error);
  }

  async #try(batch: readonly JsMsg[]): Promise<{ error: unknown } | undefined> {
    const { durable, handle, metrics } = this.#options;
    const stopTimer = metrics.consumerDuration.startTimer({ consumer: durable });
    try {
      await tracedFor(durable, batch, () => handle(batch));
      for (const message of batch) {
        message.ack();
        this.#failures.delete(message.seq);
      }
      metrics.eventsConsumed.inc({ consumer: durable, outcome: 'ok' }, batch.length);
      stopTimer({ outcome: 'ok' });
      return undefined;
    } catch (error) {
      stopTimer({ outcome: 'failed' });
      return { error };
    }
  }

  async #refuse(message: JsMsg, error: unknown): Promise<void> {
    const { durable, log, metrics } = this.#options;
    const failures = this.#countFailure(message);
    const deliveries = message.info.deliveryCount;
    const isLast =
      failures >= this.#maxFailures || deliveries >= this.#maxDeliveries || error instanceof UntrustedMessage;
    metrics.eventsConsumed.inc({ consumer: durable, outcome: isLast ? 'dead' : 'retried' });
    const { subject } = message;
    const facts = { err: error, subject, failures, deliveries, traceparent: traceparentOf(message) };
    const attempts = Math.max(failures, deliveries > this.#maxDeliveries ? deliveries : 0);
    if (isLast) return this.#bury(message, error, { ...facts, attempts });
    log.warn(facts, 'failed to handle a message; will retry');
    message.nak(this.#retryWaits[failures - 1]);
  }

  #countFailure({ seq }: JsMsg): number {
    const failures = (this.#failures.get(seq) ?? 0) + 1;
    this.#failures.delete(seq);
    this.#failures.set(seq, failures);
    // Another instance may have handled the message that has waited longest.
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > maxUnacknowledged && oldest !== undefined) this.#failures.delete(oldest);
    return failures;
  }

  async #bury(
    message: JsMsg,
    error: unknown,
    { attempts, ...facts }: { readonly attempts: number },
  ): Promise<void> {
    const { connection, durable, log } = this.#options;
    try {
      await writeDeadLetter(connection, durable, { message, error, attempts, key: message.seq });
      message.term('moved to the dead letters');
      this.#failures.delete(message.seq);
      log.error(facts, 'failed to handle a message; moved to the dead letters');
    } catch (cause) {
      log.warn({ ...facts, cause: messageOf(cause) }, 'failed to write a dead letter; will retry');
      message.nak(this.#retryWaits.at(-1));
    }
  }

  /** How often a message may fail in an instance. */
  get #maxFailures(): number {
    return this.#retryWaits.length + 1;
  }

  get #maxDeliveries(): number {
    return this.#maxFailures * deliveriesPerFailure;
  }
}

/** Returns the W3C Trace Context of the commit of a message or, if publishing is traced, of its publishing. */
export function traceparentOf({ headers }: Pick<JsMsg, 'headers'>): string | undefined {
  return headers?.get(traceHeader) || undefined;
}

/** Runs the handling of a batch as a span in the trace of each of its messages; its calls and commands belong to that of the first. */
function tracedFor(
  durable: string,
  batch: readonly HandledMessage[],
  handle: () => Promise<void>,
): Promise<void> {
  const ofTraces = batch.filter(traceparentOf);
  const inTraces = ofTraces.reduce(
    (work, message) => () => traced(() => consumerSpan(durable, message, batch.length), work),
    handle,
  );
  return inTraces();
}

function consumerSpan(durable: string, message: HandledMessage, count: number): Span {
  return {
    name: `process ${durable}`,
    kind: 'consumer',
    traceparent: traceparentOf(message),
    attributes: {
      'messaging.system': 'nats',
      'messaging.operation.type': 'process',
      'messaging.destination.name': message.subject,
      'messaging.consumer.group.name': durable,
      'messaging.batch.message_count': count,
    },
  };
}

function lagOf({ num_pending: waiting, num_ack_pending: unacknowledged }: ConsumerInfo): ConsumerLag {
  return { waiting, unacknowledged };
}

/** JetStream's error code for a consumer of this name with other settings. */
const takenCodes = [10_013, 10_105, 10_148];

/** Makes a durable consumer with these settings, or changes the existing one. */
export async function ensureConsumer(
  connection: NatsConnection,
  stream: string,
  config: Partial<ConsumerConfig> & { readonly durable_name: string },
): Promise<Consumer> {
  const { consumers } = await connection.jetstreamManager({ checkAPI: false });
  await consumers.add(stream, config).catch(async (error: unknown) => {
    if (!isTaken(error)) throw error;
    await consumers.update(stream, config.durable_name, config);
  });
  return connection.jetstream().consumers.get(stream, config.durable_name);
}

function isTaken(error: unknown): boolean {
  const code = apiErrorCode(error);
  return code !== undefined && takenCodes.includes(code);
}
