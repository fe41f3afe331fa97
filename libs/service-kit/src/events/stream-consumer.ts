import {
  AckPolicy,
  DeliverPolicy,
  headers,
  nanos,
  type ConsumerMessages,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';

/** How often a message is tried before it goes to the dead letters, and how long the waits in between are. */
const maxDeliveries = 8;
const retryWaits = [100, 500, 1_000, 2_000, 5_000, 10_000, 30_000];
/** What a killed instance had in hand goes to another one this soon; live ones say in between that they work on it. */
const ackWaitMilliseconds = 5_000;
const workingMilliseconds = 1_500;

/** A durable consumer: its name, what it takes, and what it does with a batch. */
export interface StreamConsumerOptions {
  readonly connection: NatsConnection;
  readonly stream: string;
  readonly durable: string;
  readonly subjects: readonly string[];
  /** Most messages handed over at once; 1 hands over one at a time. */
  readonly batchSize: number;
  /** Carries out a batch. A throw has each message of it tried again by itself, later. */
  readonly handle: (messages: readonly JsMsg[]) => Promise<void>;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
}

/** Takes messages of a stream at least once each; what fails to the last delivery goes to the dead letters. */
export class StreamConsumer {
  readonly #options: StreamConsumerOptions;
  readonly #messages: ConsumerMessages;
  readonly #done: Promise<void>;
  readonly #queue: JsMsg[] = [];
  #wake: () => void = () => {};
  #stopped = false;

  private constructor(options: StreamConsumerOptions, messages: ConsumerMessages) {
    this.#options = options;
    this.#messages = messages;
    void this.#collect();
    this.#done = this.#work();
  }

  /** Makes the durable consumer unless it is there, and starts to take messages. */
  static async start(options: StreamConsumerOptions): Promise<StreamConsumer> {
    const manager = await options.connection.jetstreamManager();
    await manager.consumers.add(options.stream, {
      durable_name: options.durable,
      filter_subjects: [...options.subjects],
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      max_deliver: maxDeliveries,
      ack_wait: nanos(ackWaitMilliseconds),
      max_ack_pending: 1_000,
    });
    const consumer = await options.connection.jetstream().consumers.get(options.stream, options.durable);
    return new StreamConsumer(
      options,
      await consumer.consume({ max_messages: Math.max(2, options.batchSize) }),
    );
  }

  /** Stops taking messages and finishes those it has. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#messages.stop();
    this.#wake();
    await this.#done;
  }

  async #collect(): Promise<void> {
    for await (const message of this.#messages) {
      this.#queue.push(message);
      this.#wake();
    }
  }

  async #work(): Promise<void> {
    for (;;) {
      const batch = this.#queue.splice(0, this.#options.batchSize);
      if (batch.length > 0) await this.#handle(batch);
      else if (this.#stopped) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async #handle(batch: readonly JsMsg[]): Promise<void> {
    const failed = await this.#try(batch);
    if (!failed) return;
    if (batch.length === 1) return this.#refuse(batch[0] as JsMsg, failed.error);
    for (const message of batch) {
      const alone = await this.#try([message]);
      if (alone) await this.#refuse(message, alone.error);
    }
  }

  async #try(batch: readonly JsMsg[]): Promise<{ error: unknown } | undefined> {
    const { durable, handle, metrics } = this.#options;
    const sayWorking = () => [...batch, ...this.#queue].forEach((message) => message.working());
    const working = setInterval(sayWorking, workingMilliseconds);
    try {
      await handle(batch);
      for (const message of batch) message.ack();
      metrics.eventsConsumed.inc({ consumer: durable, outcome: 'ok' }, batch.length);
      return undefined;
    } catch (error) {
      return { error };
    } finally {
      clearInterval(working);
    }
  }

  async #refuse(message: JsMsg, error: unknown): Promise<void> {
    const { durable, log, metrics } = this.#options;
    const deliveries = message.info.deliveryCount;
    metrics.eventsConsumed.inc({
      consumer: durable,
      outcome: deliveries < maxDeliveries ? 'retried' : 'dead',
    });
    log.warn({ err: error, subject: message.subject, deliveries }, 'a message could not be handled');
    if (deliveries < maxDeliveries) return message.nak(retryWaits[deliveries - 1] ?? 30_000);
    await this.#bury(message, error);
  }

  async #bury(message: JsMsg, error: unknown): Promise<void> {
    const { connection, durable } = this.#options;
    const reason = headers();
    reason.set('Svc-Consumer', durable);
    reason.set('Svc-Subject', message.subject);
    reason.set(
      'Svc-Error',
      error instanceof Error ? error.message.replaceAll(/[\r\n]/g, ' ') : String(error),
    );
    const msgID = `${durable}/${message.seq}`;
    await connection
      .jetstream()
      .publish(`svc.dead-letters.${durable}`, message.data, { headers: reason, msgID });
    message.term('moved to the dead letters');
  }
}
