import {
  AckPolicy,
  RetentionPolicy,
  type ConsumerConfig,
  type MsgHdrs,
  type PubAck,
  type StreamConfig,
  type StreamInfo,
} from 'nats';
import { apiError } from './api-error.ts';
import type { StoredMessage } from './message.ts';
import { ProcessConsumer } from './process-consumer.ts';
import { matchesPattern } from './subject-pattern.ts';

/** A stream: its messages in order, the ids that it has seen, and its consumers. It keeps messages without limits of age and size. */
export class ProcessStream {
  config: StreamConfig;
  readonly messages = new Map<number, StoredMessage>();
  readonly consumers = new Map<string, ProcessConsumer>();
  readonly #seqById = new Map<string, number>();
  #lastSeq = 0;

  constructor(config: Partial<StreamConfig>) {
    this.config = config as StreamConfig;
  }

  takes(subject: string): boolean {
    return this.config.subjects.some((pattern) => matchesPattern(pattern, subject));
  }

  add(subject: string, data: Uint8Array, headers: MsgHdrs | undefined): PubAck {
    const id = headers?.get('Nats-Msg-Id') || undefined;
    const known = id === undefined ? undefined : this.#seqById.get(id);
    if (known !== undefined) return this.#acknowledgement(known, true);
    const seq = (this.#lastSeq += 1);
    if (id !== undefined) this.#seqById.set(id, seq);
    this.messages.set(seq, { seq, subject, data, headers, time: Date.now() });
    for (const consumer of this.consumers.values()) consumer.offer(seq, subject);
    return this.#acknowledgement(seq, false);
  }

  /** A message is done: a stream of work forgets it. */
  done(seq: number): void {
    if (this.config.retention === RetentionPolicy.Workqueue) this.messages.delete(seq);
  }

  last(subject: string): StoredMessage {
    const found = [...this.messages.values()].findLast((message) => matchesPattern(subject, message.subject));
    if (!found) throw apiError(404, 10037, 'no message found');
    return found;
  }

  at(seq: number): StoredMessage {
    const found = this.messages.get(seq);
    if (!found) throw apiError(404, 10037, 'no message found');
    return found;
  }

  addConsumer(config: Partial<ConsumerConfig>): ProcessConsumer {
    const name = config.durable_name ?? `ordered-${this.consumers.size}-${this.#lastSeq}`;
    const known = this.consumers.get(name);
    if (known && JSON.stringify(known.config) !== JSON.stringify(config))
      throw apiError(400, 10148, 'consumer already exists');
    const consumer = known ?? new ProcessConsumer(this, name, config as ConsumerConfig);
    this.consumers.set(name, consumer);
    return consumer;
  }

  consumer(name: string): ProcessConsumer {
    const found = this.consumers.get(name);
    if (!found) throw apiError(404, 10014, 'consumer not found');
    return found;
  }

  /** All messages of some subjects, without a consumer that remembers them. */
  ordered(filterSubjects: readonly string[]): ProcessConsumer {
    const config = { filter_subjects: [...filterSubjects], ack_policy: AckPolicy.None };
    return new ProcessConsumer(this, 'ordered', config as never);
  }

  info(): StreamInfo {
    const seqs = this.messages.keys();
    const state = {
      messages: this.messages.size,
      bytes: [...this.messages.values()].reduce((sum, { data }) => sum + data.length, 0),
      first_seq: seqs.next().value ?? this.#lastSeq + 1,
      last_seq: this.#lastSeq,
      consumer_count: this.consumers.size,
    };
    return { config: this.config, state } as StreamInfo;
  }

  close(): void {
    for (const consumer of this.consumers.values()) consumer.close();
  }

  #acknowledgement(seq: number, duplicate: boolean): PubAck {
    return { stream: this.config.name, seq, duplicate };
  }
}
