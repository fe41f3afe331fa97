import {
  AckPolicy,
  type Consumer,
  type ConsumerConfig,
  type ConsumerInfo,
  type ConsumerMessages,
  type JsMsg,
} from 'nats';
import { contentsOf, type StoredMessage } from './message.ts';
import { PulledMessages } from './pulled-messages.ts';
import { matchesPattern } from './subject-pattern.ts';

/** The stream of a consumer. */
interface Source {
  readonly config: { readonly name: string };
  readonly messages: ReadonlyMap<number, StoredMessage>;
  /** Called with each message that is done. */
  done(seq: number): void;
}

/** How often a message was delivered, and the timer after which it is delivered again. */
interface Delivery {
  count: number;
  isOpen: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** A consumer of a stream: the place that it has reached, and the messages that are delivered and not acknowledged. */
export class ProcessConsumer {
  config: ConsumerConfig;
  readonly name: string;
  readonly #stream: Source;
  readonly #waiting: number[] = [];
  readonly #again: number[] = [];
  readonly #deliveries = new Map<number, Delivery>();
  readonly #pulls = new Set<PulledMessages>();
  #delivered = 0;
  #count = 0;

  constructor(stream: Source, name: string, config: ConsumerConfig) {
    this.#stream = stream;
    this.name = name;
    this.config = config;
    for (const { seq, subject } of stream.messages.values()) this.offer(seq, subject);
  }

  /** Takes a message of the stream if it is for this consumer. */
  offer(seq: number, subject: string): void {
    const { filter_subject: only, filter_subjects: several } = this.config;
    const patterns = several ?? (only === undefined ? ['>'] : [only]);
    if (!patterns.some((pattern) => matchesPattern(pattern, subject))) return;
    this.#waiting.push(seq);
    this.#dispatch();
  }

  info(): ConsumerInfo {
    const open = [...this.#deliveries].filter(([, { isOpen }]) => isOpen).map(([seq]) => seq);
    const floor = open.length > 0 ? Math.min(...open) - 1 : this.#delivered;
    return {
      name: this.name,
      stream_name: this.#stream.config.name,
      config: this.config,
      num_pending: this.#waiting.length,
      num_ack_pending: open.length,
      num_redelivered: this.#again.length,
      num_waiting: this.#pulls.size,
      delivered: { stream_seq: this.#delivered, consumer_seq: this.#count },
      ack_floor: { stream_seq: floor, consumer_seq: 0 },
    } as ConsumerInfo;
  }

  /** The consumer with the parts of NATS's interface that the services use, for one connection. */
  forConnection(onPull: (pull: PulledMessages) => void): Consumer {
    const pull = (limit: number, expiresMs?: number): PulledMessages => {
      const messages = new PulledMessages(limit, expiresMs, () => this.#pulls.delete(messages));
      this.#pulls.add(messages);
      onPull(messages);
      this.#dispatch();
      return messages;
    };
    return {
      info: async () => this.info(),
      fetch: async ({ max_messages = 100, expires = 30_000 } = {}) =>
        pull(max_messages, expires) as unknown as ConsumerMessages,
      consume: async () => pull(Infinity) as unknown as ConsumerMessages,
    } as unknown as Consumer;
  }

  close(): void {
    for (const { timer } of this.#deliveries.values()) clearTimeout(timer);
    for (const pull of this.#pulls) pull.stop();
  }

  #dispatch(): void {
    for (const pull of this.#pulls) {
      while (pull.wantsMore) {
        const message = this.#next();
        if (!message) return;
        pull.push(this.#deliver(message, pull));
      }
    }
  }

  #next(): StoredMessage | undefined {
    for (;;) {
      const seq = this.#again.shift() ?? this.#waiting.shift();
      if (seq === undefined) return undefined;
      this.#delivered = Math.max(this.#delivered, seq);
      const message = this.#stream.messages.get(seq);
      if (message) return message;
    }
  }

  #deliver(message: StoredMessage, pull: PulledMessages): JsMsg {
    const { seq, subject, data, headers, time } = message;
    const delivery = this.#deliveries.get(seq) ?? { count: 0, isOpen: false, timer: undefined };
    delivery.count += 1;
    this.#count += 1;
    const { count } = delivery;
    if (this.config.ack_policy !== AckPolicy.None) {
      delivery.isOpen = true;
      this.#deliveries.set(seq, delivery);
      this.#expectAck(seq, delivery);
    }
    // An answer to an earlier delivery, or over a connection that is closed, has no effect.
    const answered = (act: () => void) => () => {
      if (!pull.isCut && delivery.isOpen && delivery.count === count) act();
    };
    const finish = answered(() => this.#finish(seq, delivery));
    const info = {
      stream: this.#stream.config.name,
      consumer: this.name,
      redelivered: count > 1,
      deliveryCount: count,
      redeliveryCount: count,
      streamSequence: seq,
      deliverySequence: this.#count,
      timestampNanos: time * 1e6,
      pending: this.#waiting.length,
      domain: '',
    };
    return {
      ...contentsOf({ subject, data, headers, reply: undefined }),
      seq,
      redelivered: count > 1,
      info,
      ack: finish,
      term: finish,
      working: answered(() => this.#expectAck(seq, delivery)),
      nak: (milliseconds = 0) => answered(() => this.#redeliverIn(milliseconds, seq, delivery))(),
    } as unknown as JsMsg;
  }

  #expectAck(seq: number, delivery: Delivery): void {
    this.#redeliverIn((this.config.ack_wait ?? 30e9) / 1e6, seq, delivery);
  }

  #redeliverIn(milliseconds: number, seq: number, delivery: Delivery): void {
    clearTimeout(delivery.timer);
    delivery.timer = setTimeout(() => {
      this.#again.push(seq);
      this.#dispatch();
    }, milliseconds).unref();
  }

  #finish(seq: number, delivery: Delivery): void {
    clearTimeout(delivery.timer);
    delivery.isOpen = false;
    this.#deliveries.delete(seq);
    this.#stream.done(seq);
  }
}
