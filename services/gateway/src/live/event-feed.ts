import { setTimeout as delay } from 'node:timers/promises';
import type { ConsumerMessages, JetStreamManager, JsMsg, NatsConnection, StreamInfo } from 'nats';
import { eventStream, publisherOf } from '@svc/contracts';
import { verifyMessage, type Keyring, type Logger, type ServiceMetrics } from '@svc/service-kit';
import { liveSubjects, readLiveEvent, type LiveEvent } from './live-event.ts';

export interface EventFeedOptions {
  readonly bus: NatsConnection;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly metrics: Pick<ServiceMetrics, 'eventsConsumed'>;
}

/** Successive events. */
export interface EventBatch {
  readonly events: readonly LiveEvent[];
  /** All events of the stream with a later sequence than `after`, up to `seq`. */
  readonly after: number;
  readonly seq: number;
  /** Events before this batch are missing: the stream has lost them, or was created again. */
  readonly followsGap: boolean;
}

/** The number of events that are kept for readers who reconnect. */
const maxKept = 1_000;
const maxBatch = 100;
const maxWaiting = 500;
const retryMs = 250;

/**
 * The events of the stream, in its order, from one ordered consumer of this process. Events that were handed out are kept for a while, so
 * that readers who reconnect need no consumer of their own.
 */
export class EventFeed {
  readonly #options: EventFeedOptions;
  readonly #manager: JetStreamManager;
  #stream: Pick<StreamInfo, 'created'>;
  /** Messages up to this sequence have been received. */
  #received: number;
  readonly #waiting: JsMsg[] = [];
  readonly #kept: LiveEvent[] = [];
  /** All events from this sequence up to `#handedOut` are kept. */
  #keptFrom: number;
  #handedOut: number;
  #hasGap = false;
  #changed = Promise.withResolvers<void>();
  #messages: ConsumerMessages | undefined;
  #isStopped = false;

  private constructor(options: EventFeedOptions, manager: JetStreamManager, info: StreamInfo) {
    this.#options = options;
    this.#manager = manager;
    this.#stream = info;
    this.#received = Math.max(info.state.first_seq - 1, info.state.last_seq - maxKept);
    this.#handedOut = this.#received;
    this.#keptFrom = this.#received + 1;
    void this.#receive();
  }

  static async open(options: EventFeedOptions): Promise<EventFeed> {
    const manager = await options.bus.jetstreamManager({ checkAPI: false });
    return new EventFeed(options, manager, await manager.streams.info(eventStream));
  }

  /** When the stream was created. */
  get created(): string {
    return this.#stream.created;
  }

  /** The sequence up to which events were handed out. */
  get seq(): number {
    return this.#handedOut;
  }

  /** The oldest and newest sequence of the stream at this moment. */
  async ends(): Promise<{ first: number; last: number }> {
    const { state } = await this.#manager.streams.info(eventStream);
    return { first: state.first_seq, last: state.last_seq };
  }

  /** The next events, when there are some; undefined after a stop. Successive batches are handed out in the order of the stream. */
  async next(): Promise<EventBatch | undefined> {
    while (!this.#isStopped && this.#waiting.length === 0 && !this.#hasGap) await this.#changed.promise;
    if (this.#isStopped) return undefined;
    const followsGap = this.#hasGap;
    this.#hasGap = false;
    const messages = this.#waiting.splice(0, maxBatch);
    this.#announce();
    const stream = this.#stream;
    const events = await this.#readAll(messages);
    // The stream was created again meanwhile: these events are not in it.
    if (this.#stream !== stream) return this.next();
    const after = this.#handedOut;
    const seq = messages.at(-1)?.seq ?? after;
    this.#keep(events, seq);
    return { events, after, seq, followsGap };
  }

  /** The events after a sequence that were handed out; undefined if they are no longer kept. */
  since(seq: number): readonly LiveEvent[] | undefined {
    return seq < this.#keptFrom - 1 ? undefined : this.#kept.filter((event) => event.seq > seq);
  }

  /** Reads the events after a sequence from the stream, with a consumer of its own, up to those that the stream has now. */
  async *replay(after: number): AsyncGenerator<EventBatch> {
    const { first, last } = await this.ends();
    const consumer = await this.#consumerFrom(after + 1);
    const { num_pending: count } = await consumer.info();
    const messages = count > 0 ? await consumer.consume({ max_messages: maxBatch }) : [];
    let followsGap = first > after + 1;
    let waiting: JsMsg[] = [];
    let left = count;
    let position = after;
    for await (const message of messages) {
      waiting.push(message);
      left -= 1;
      if (waiting.length < maxBatch && left > 0) continue;
      const seq = left > 0 ? message.seq : Math.max(last, message.seq);
      yield { events: await this.#readAll(waiting), after: position, seq, followsGap };
      position = seq;
      followsGap = false;
      waiting = [];
      if (left === 0) break;
    }
    if (count === 0) yield { events: [], after, seq: Math.max(last, after), followsGap };
    await consumer.delete();
  }

  /** Notices that the stream was created again, which its consumer does not. */
  async check(): Promise<void> {
    const { created } = await this.#manager.streams.info(eventStream);
    if (created !== this.#stream.created) this.#messages?.stop();
  }

  stop(): void {
    this.#isStopped = true;
    this.#messages?.stop();
    this.#announce();
  }

  async #receive(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#restart();
        await this.#receiveAll();
      } catch (error) {
        if (this.#isStopped) return;
        this.#options.log.warn({ err: error }, 'failed to read the events for readers; will retry');
        await delay(retryMs);
      }
    }
  }

  /** Compares the stream with what was received of it. */
  async #restart(): Promise<void> {
    const info = await this.#manager.streams.info(eventStream);
    const isOther = info.created !== this.#stream.created;
    if (!isOther && info.state.first_seq <= this.#received + 1) return;
    this.#stream = info;
    this.#received = info.state.first_seq - 1;
    this.#waiting.length = 0;
    this.#kept.length = 0;
    this.#handedOut = this.#received;
    this.#keptFrom = this.#received + 1;
    this.#hasGap = true;
    this.#announce();
  }

  async #receiveAll(): Promise<void> {
    const consumer = await this.#consumerFrom(this.#received + 1);
    this.#messages = await consumer.consume({ max_messages: maxBatch });
    if (this.#isStopped) this.#messages.stop();
    for await (const message of this.#messages) {
      this.#received = message.seq;
      this.#waiting.push(message);
      this.#announce();
      while (!this.#isStopped && this.#waiting.length >= maxWaiting) await this.#changed.promise;
    }
  }

  #consumerFrom(seq: number) {
    const { bus } = this.#options;
    const filterSubjects = [...liveSubjects];
    return bus.jetstream().consumers.get(eventStream, { filterSubjects, opt_start_seq: seq });
  }

  async #readAll(messages: readonly JsMsg[]): Promise<LiveEvent[]> {
    const events = await Promise.all(messages.map((message) => this.#read(message)));
    return events.filter((event) => event !== undefined);
  }

  /** Undefined for a message that its publisher has not signed, or that is not an event. */
  async #read(message: JsMsg): Promise<LiveEvent | undefined> {
    const { keyring, log, metrics } = this.#options;
    try {
      await verifyMessage(keyring, message, publisherOf(message.subject));
      return readLiveEvent(message);
    } catch (error) {
      metrics.eventsConsumed.inc({ consumer: 'live', outcome: 'untrusted' });
      log.warn({ err: error, subject: message.subject }, 'event dropped');
      return undefined;
    }
  }

  #keep(events: readonly LiveEvent[], seq: number): void {
    this.#handedOut = seq;
    this.#kept.push(...events);
    const dropped = this.#kept.splice(0, Math.max(0, this.#kept.length - maxKept));
    const last = dropped.at(-1);
    if (last) this.#keptFrom = last.seq + 1;
  }

  #announce(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}
