import { setTimeout as delay } from 'node:timers/promises';
import {
  AckPolicy,
  type Consumer,
  type ConsumerConfig,
  type ConsumerInfo,
  DeliverPolicy,
  headers,
  type JsMsg,
  nanos,
  type NatsConnection,
} from 'nats';
import { deadLetterSubject } from '@svc/contracts';
import type { Logger } from '../log/create-logger.ts';
import type { ConsumerLag, ServiceMetrics } from '../ops/service-metrics.ts';
import { UntrustedMessage } from '../signing/sign-message.ts';
import { traced, traceHeader, type Span } from '../tracing/span.ts';
import { MessageIntake } from './message-intake.ts';

/** The waits between the deliveries of a message that fails; after one more it goes to the dead letters. */
const defaultRetryWaits = [100, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 60_000, 60_000, 60_000];
/** What a killed instance had in hand goes to another one this soon; live ones say in between that they work on it. */
const defaultAckWait = 5_000;
/** A request to the server for less than that costs more than the messages do. */
const leastFetched = 8;
/** A message that waits for its next delivery counts: many of them must not stop the others. */
const maxUnacknowledged = 10_000;

/** A durable consumer: its name, what it takes, and what it does with a batch. */
export interface StreamConsumerOptions {
  readonly connection: NatsConnection;
  readonly stream: string;
  readonly durable: string;
  readonly subjects: readonly string[];
  /** Most messages handed over at once; 1 hands over one at a time. */
  readonly batchSize: number;
  /**
   * The least time from one batch to the next, in milliseconds, unless a full one is there: larger batches cost less. None when
   * absent.
   */
  readonly intervalMs?: number;
  /** How many batches are handled at the same time, in no order between them; one when absent. */
  readonly concurrency?: number;
  /**
   * Carries out a batch. A throw has each message of it tried again by itself, later; an `UntrustedMessage` goes to the dead
   * letters at once, since trying again would not change it.
   */
  readonly handle: (messages: readonly JsMsg[]) => Promise<void>;
  /** Milliseconds between deliveries of a message that fails; a message is delivered once more than there are waits. */
  readonly retryWaits?: readonly number[];
  /** How long an instance that is not heard of keeps a message. */
  readonly ackWaitMilliseconds?: number;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
}

/** The permissions of the bus name the one subject of a consumer; several are not part of the request that they look at. */
function filterOf(subjects: readonly string[]): Partial<ConsumerConfig> {
  const [only, ...more] = subjects;
  if (only !== undefined && more.length === 0)
    return { filter_subject: only, filter_subjects: undefined as never };
  return { filter_subjects: [...subjects] };
}

/** Takes messages of a stream at least once each; what fails to the last delivery goes to the dead letters. */
export class StreamConsumer {
  readonly #options: StreamConsumerOptions;
  readonly #retryWaits: readonly number[];
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

  /** Makes the durable consumer unless it is there, and starts to take messages. */
  static async start(options: StreamConsumerOptions): Promise<StreamConsumer> {
    const { connection, stream, durable, batchSize, log, ackWaitMilliseconds = defaultAckWait } = options;
    const { concurrency = 1 } = options;
    const fetchSize = Math.max(leastFetched, batchSize * concurrency);
    const connect = () =>
      ensureConsumer(connection, stream, {
        durable_name: durable,
        ...filterOf(options.subjects),
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
        // Without a limit on the server: it would drop what a crash keeps from the dead letters.
        max_deliver: -1,
        ack_wait: nanos(ackWaitMilliseconds),
        max_ack_pending: maxUnacknowledged,
      });
    const consumer = await connect();
    const intake = new MessageIntake({ connect, batchSize, fetchSize, ackWaitMilliseconds, log }, consumer);
    return new StreamConsumer(options, intake, consumer);
  }

  /** Stops taking messages, finishes the batch in hand and gives back what waits: another instance gets it at once. */
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
      const next = performance.now() + (this.#options.intervalMs ?? 0);
      await this.#handle(batch);
      for (const message of batch) this.#intake.settled(message);
      if (!this.#isBehind(batch)) await this.#gatherUntil(next);
    }
  }

  /** Whether a batch was full, or another full one was waiting behind it: the first to arrive of many is often alone. */
  #isBehind(batch: readonly JsMsg[]): boolean {
    const { batchSize } = this.#options;
    return batch.length >= batchSize || (batch.at(-1)?.info.pending ?? 0) >= batchSize;
  }

  /** Lets messages come together, unless it is stopped. */
  async #gatherUntil(next: number): Promise<void> {
    const milliseconds = next - performance.now();
    if (milliseconds <= 0) return;
    await delay(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  async #handle(batch: readonly JsMsg[]): Promise<void> {
    const failed = await this.#try(batch);
    if (!failed) return;
    const [only] = batch;
    if (only && batch.length === 1) return this.#refuse(only, failed.error);
    for (const message of batch) {
      if (this.#intake.isStopped) message.nak();
      else {
        const alone = await this.#try([message]);
        if (alone) await this.#refuse(message, alone.error);
      }
    }
  }

  async #try(batch: readonly JsMsg[]): Promise<{ error: unknown } | undefined> {
    const { durable, handle, metrics } = this.#options;
    const stopTimer = metrics.consumerDuration.startTimer({ consumer: durable });
    try {
      if (batch.some((message) => message.info.deliveryCount > this.#mostDeliveries))
        throw new Error('it was delivered many times and never finished');
      await tracedFor(durable, batch, () => handle(batch));
      for (const message of batch) message.ack();
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
    const deliveries = message.info.deliveryCount;
    const isLast = deliveries >= this.#mostDeliveries || error instanceof UntrustedMessage;
    metrics.eventsConsumed.inc({ consumer: durable, outcome: isLast ? 'dead' : 'retried' });
    const facts = { err: error, subject: message.subject, deliveries, traceparent: traceparentOf(message) };
    if (isLast) return this.#bury(message, error, facts);
    log.warn(facts, 'a message could not be handled; it will be tried again');
    message.nak(this.#retryWaits[deliveries - 1]);
  }

  async #bury(message: JsMsg, error: unknown, facts: object): Promise<void> {
    const { connection, durable, log } = this.#options;
    try {
      await toDeadLetter(connection, durable, { message, error });
      log.error(facts, 'a message could not be handled; it is with the dead letters');
    } catch (cause) {
      log.warn({ ...facts, cause }, 'a dead letter could not be written; it will be tried again');
      message.nak(this.#retryWaits.at(-1));
    }
  }

  get #mostDeliveries(): number {
    return this.#retryWaits.length + 1;
  }
}

/** W3C Trace Context of what has committed a message or, where that is traced, of its sending. */
export function traceparentOf({ headers }: Pick<JsMsg, 'headers'>): string | undefined {
  return headers?.get(traceHeader) || undefined;
}

/** The handling of a batch is in the trace of each of its messages; what is asked and stored for it, in that of the first. */
function tracedFor(durable: string, batch: readonly JsMsg[], handle: () => Promise<void>): Promise<void> {
  const ofTraces = batch.filter(traceparentOf);
  const inTraces = ofTraces.reduce(
    (work, message) => () => traced(() => consumerSpan(durable, message, batch.length), work),
    handle,
  );
  return inTraces();
}

function consumerSpan(durable: string, message: JsMsg, count: number): Span {
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

/** Headers hold no long texts. */
const maxReasonLength = 1_000;

/** Moves a message to the dead letters, with its headers, where it came from and why it is there. */
async function toDeadLetter(
  connection: NatsConnection,
  durable: string,
  { message, error }: { message: JsMsg; error: unknown },
): Promise<void> {
  const reason = headers();
  for (const key of message.headers?.keys() ?? [])
    if (!key.startsWith('Nats-')) reason.set(key, message.headers?.get(key) ?? '');
  reason.set('Svc-Message-Id', message.headers?.get('Nats-Msg-Id') ?? '');
  reason.set('Svc-Consumer', durable);
  reason.set('Svc-Subject', message.subject);
  const text = error instanceof Error ? error.message : String(error);
  reason.set('Svc-Error', text.replaceAll(/\s+/g, ' ').slice(0, maxReasonLength));
  await connection.jetstream().publish(deadLetterSubject(durable), message.data, {
    headers: reason,
    msgID: `${durable}/${message.seq}`,
  });
  message.term('moved to the dead letters');
}

/** JetStream: a consumer of this name is there, with other settings. */
const takenCodes = [10_013, 10_105, 10_148];

/** A durable consumer with these settings: made, or changed when it is there with others. */
async function ensureConsumer(
  connection: NatsConnection,
  stream: string,
  config: Partial<ConsumerConfig> & { readonly durable_name: string },
): Promise<Consumer> {
  const { consumers } = await connection.jetstreamManager();
  await consumers.add(stream, config).catch(async (error: unknown) => {
    if (!isTaken(error)) throw error;
    await consumers.update(stream, config.durable_name, config);
  });
  return connection.jetstream().consumers.get(stream, config.durable_name);
}

function isTaken(error: unknown): boolean {
  const code = (error as { api_error?: { err_code?: number } }).api_error?.err_code;
  return code !== undefined && takenCodes.includes(code);
}
