import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { Consumer, ConsumerMessages, JsMsg } from 'nats';
import type { Logger } from '../log/create-logger.ts';

/** A request for messages is made again this often: what was lost with a connection is noticed by then. */
const fetchMilliseconds = 2_000;
const pauseMilliseconds = 250;

/** What messages are taken with. */
export interface MessageIntakeOptions {
  /** Makes the durable consumer unless it is there; asked again when it may be gone. */
  readonly connect: () => Promise<Consumer>;
  /** Most messages of a batch. */
  readonly batchSize: number;
  /** Most messages that are fetched at once, and wait here: not more than a batch or a few, since other instances want some, too. */
  readonly fetchSize: number;
  /** How long the server leaves a message to this instance without hearing of it. */
  readonly ackWaitMilliseconds: number;
  readonly log: Logger;
}

/** Takes messages from the server, and tells it that they are worked on for as long as they are held here. */
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
    const sayWorking = () => this.#held.forEach((message) => message.working());
    this.#heartbeat = setInterval(sayWorking, options.ackWaitMilliseconds / 3);
    this.#taking = this.#take(consumer);
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** The next batch as soon as there is one; empty once it is stopped. Each message has to be settled. */
  async next(): Promise<readonly JsMsg[]> {
    // Another taker may have been faster once the wait is over.
    while (!this.#isStopped && this.#queue.length === 0)
      await this.#until(() => this.#isStopped || this.#queue.length > 0);
    await this.#gather();
    if (this.#isStopped) return [];
    const batch = this.#queue.splice(0, this.#options.batchSize);
    this.#announce();
    return batch;
  }

  /** A message was acknowledged or given back: it is not worked on any more. */
  settled(message: JsMsg): void {
    this.#held.delete(message);
  }

  /** Takes no more messages and hands out none. */
  stop(): void {
    this.#isStopped = true;
    this.#fetched?.stop();
    this.#announce();
  }

  /** Gives back what was not handed out. Call it when the last batch is settled. */
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
        this.#options.log.warn({ err: error }, 'messages cannot be fetched; it will be tried again');
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

  /** What arrives together is one batch: until a turn of the event loop brings no more. */
  async #gather(): Promise<void> {
    for (let before = 0; before < this.#queue.length && before < this.#options.batchSize;) {
      before = this.#queue.length;
      await turn();
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
