import type { Model } from 'mongoose';
import { headers, type JetStreamClient } from 'nats';
import type { Keyring } from '../actor/keyring.ts';
import { signCommand } from '../actor/sign-command.ts';
import { wire } from '../bus/wire.ts';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import type { OutboxItem } from './outbox.ts';

/** How often the outbox is looked at when nobody wakes the relay: what a crashed instance left behind. */
const pollMilliseconds = 1_000;
const batchSize = 200;

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
 * under the same id, which the stream and every consumer recognise.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #timer: NodeJS.Timeout;
  #work: Promise<void> = Promise.resolve();
  #wakeAsked = false;
  #stopped = false;

  constructor(options: OutboxRelayOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.wake(), pollMilliseconds);
    this.wake();
  }

  /** Something was committed: publish it now. */
  wake(): void {
    if (this.#wakeAsked || this.#stopped) return;
    this.#wakeAsked = true;
    this.#work = this.#work.then(() => {
      this.#wakeAsked = false;
      return this.#publishAll();
    });
  }

  /** Publishes what is there and stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.wake();
    this.#stopped = true;
    await this.#work;
  }

  async #publishAll(): Promise<void> {
    const { outbox, log, metrics } = this.#options;
    try {
      for (;;) {
        const items = await outbox.find().sort({ createdAt: 1, position: 1 }).limit(batchSize).lean();
        metrics.outboxPending.set(items.length);
        if (items.length === 0) return;
        await Promise.all(items.map((item) => this.#publish(item)));
        await outbox.deleteMany({ _id: { $in: items.map((item) => item._id) } });
        if (items.length < batchSize) return metrics.outboxPending.set(0);
      }
    } catch (error) {
      log.warn({ err: error }, 'the outbox could not be published; it will be tried again');
    }
  }

  async #publish(item: OutboxItem): Promise<void> {
    const body = Buffer.from(item.body);
    const messageHeaders = headers();
    if (item.kind === 'command') {
      const signature = await signCommand(this.#options.keyring, {
        id: item._id,
        subject: item.subject,
        body,
      });
      messageHeaders.set(wire.signature, signature);
    }
    await this.#options.jetstream.publish(item.subject, body, { msgID: item._id, headers: messageHeaders });
  }
}
