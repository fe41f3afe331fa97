import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, ConsumerMessages, JsMsg } from 'nats';
import type { Logger } from '../log/create-logger.ts';
import { gathered } from '../time/gathered.ts';

/** How often a request for messages is repeated, in milliseconds, so that one that was lost with a connection is replaced. */
const fetchMilliseconds = 2_000;
const pauseMilliseconds = 250;

interface MessageIntakeOptions {
  /** Makes the durable consumer unless it exists; called again when it may have been deleted. */
  readonly connect: () => Promise<Consumer>;
  /** The largest number of messages in a batch. */
  readonly batchSize: number;
  /** The largest number of messages that are fetched and wait here: no more than a few batches, since other instances need some, too. */
  readonly fetchSize: number;
  /** How long the server waits for a sign that this instance still works on a message, in milliseconds, before it delivers the message again. */
  readonly ackWaitMilliseconds: number;
  readonly log: Logger;
}

/** Fetches messages from the server, and reports that they are in progress as long as they are held here. */
export class MessageIntake {
  readonly #options: MessageIntakeOptions;
  readonly #held = new Set<JsMsg>();
  readonly #queue: JsMsg[] = [];
  readonly #heartbeat: NodeJS.Timeout;
  readonly #taking: Promise<void>;
  #fetched: ConsumerMessages | undefined;
  #changed = Promise.withResolvers<void>();
  #isStopped = false;

  constructor(options: MessageIntakeOptions, consumer: Consumer) {
    this.#options = options;
    const reportProgress = () => this.#held.forEach((message) => message.working());
    this.#heartbeat = setInterval(reportProgress, options.ackWaitMilliseconds / 3);
    this.#taking = this.#take(consumer);
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Resolves to the next batch when there is one, and to an empty one after a stop. Each message has to be settled. */
  async next(): Promise<readonly JsMsg[]> {
    // Another worker may have taken the messages when the wait is over.
    while (!this.#isStopped && this.#queue.length === 0) {
      await this.#until(() => this.#isStopped || this.#queue.length > 0);
      await gathered(this.#queue, this.#options.batchSize);
    }
    if (this.#isStopped) return [];
    const batch = this.#queue.splice(0, this.#options.batchSize);
    this.#announce();
    return batch;
  }

  /** Ends the reports for a message that was acknowledged or returned. */
  settled(message: JsMsg): void {
    this.#held.delete(message);
  }

  /** Stops fetching messages and handing out batches. */
  stop(): void {
    this.#isStopped = true;
    this.#fetched?.stop();
    this.#announce();
  }

  /** Returns messages that were not handed out to the server. Call it when the last batch is settled. */
  async close(): Promise<void> {
    await this.#taking;
    clearInterval(this.#heartbeat);
    for (const message of this.#queue) message.nak();
    this.#held.clear();
  }

  async #take(first: Consumer): Promise<void> {
    let consumer: Consumer | undefined = first;
    while (!this.#isStopped) {
      try {
        consumer ??= await this.#options.connect();
        await this.#fetch(consumer);
      } catch (error) {
        if (this.#isStopped) return;
        this.#options.log.warn({ err: error }, 'failed to fetch messages; will retry');
        consumer = undefined;
        await delay(pauseMilliseconds);
      }
      await this.#until(() => this.#isStopped || this.#queue.length === 0);
    }
  }

  async #fetch(consumer: Consumer): Promise<void> {
    const { fetchSize } = this.#options;
    this.#fetched = await consumer.fetch({ max_messages: fetchSize, expires: fetchMilliseconds });
    if (this.#isStopped) this.#fetched.stop();
    for await (const message of this.#fetched) {
      this.#held.add(message);
      this.#queue.push(message);
      this.#announce();
    }
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await this.#changed.promise;
  }

  #announce(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}
