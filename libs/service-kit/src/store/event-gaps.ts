import type { Connection, Model } from 'mongoose';
import type { JetStreamManager, NatsConnection, StreamInfo } from 'nats';
import type { EventConsumer } from '@svc/contracts';
import { apiErrorCode } from '../events/after-election.ts';
import { ScheduledTask } from '../jobs/scheduler.ts';
import type { Logger } from '../log/create-logger.ts';
import { isDuplicateKey } from '../duplicate-key.ts';
import { storedModel } from './stored-model.ts';

/** Milliseconds between two looks at the consumers. */
const lookMs = 5_000;

/** Events that left their stream before a consumer had handled them. */
export interface EventGap {
  readonly noticedAt: Date;
  /** The last event that is known to be handled, by its sequence in the stream. */
  readonly after: number;
}

/** How far a durable consumer has come, beside NATS: the server moves a consumer past the events that a stream loses. */
interface Position {
  readonly _id: string;
  /** When the stream was created: a stream that was created again begins anew. */
  readonly created: string;
  /** All events up to this sequence are handled. */
  readonly seq: number;
  readonly gap?: EventGap;
}

interface EventGapsOptions {
  readonly connection: Connection;
  readonly bus: NatsConnection;
  readonly log: Logger;
  readonly consumers: readonly EventConsumer[];
  /** Repairs what the service derives from events; called again until it returns true. It may be called by several instances. */
  readonly repair: (gap: EventGap) => Promise<boolean>;
}

/**
 * Notices that a stream has lost events that a consumer had not handled: it was purged, deleted, or its events expired while the service was
 * down. Such a loss is logged, and is a warning of `/readyz` until it is repaired.
 */
export class EventGaps {
  readonly #options: EventGapsOptions;
  readonly #positions: Model<Position>;
  readonly #task: ScheduledTask;
  /** The streams as of the last look. */
  readonly #seen = new Map<string, StreamInfo>();
  #open: readonly Position[] = [];

  constructor(options: EventGapsOptions) {
    this.#options = options;
    this.#positions = storedModel<Position>(options.connection, 'event_positions');
    const failure = 'failed to check the events for gaps';
    const run = () => this.#look();
    this.#task = new ScheduledTask({
      name: 'look for gaps of events',
      run,
      everyMs: lookMs,
      failure,
      log: options.log,
    });
  }

  start(): this {
    this.#task.start();
    return this;
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** Returns a warning while what lost events have changed is not repaired. */
  check(): string | undefined {
    const [first] = this.#open;
    if (!first) return undefined;
    return `events after ${first.gap?.after} were lost before ${first._id} had handled them; a repair is running`;
  }

  async #look(): Promise<void> {
    const { bus, consumers } = this.#options;
    const manager = await bus.jetstreamManager({ checkAPI: false });
    const streams = [...Map.groupBy(consumers, ({ stream }) => stream)];
    for (const [stream, its] of streams) {
      const before = this.#seen.get(stream);
      const now = await manager.streams.info(stream).catch(unlessUnknown);
      if (!now) continue;
      for (const { durable } of its) await this.#compare(manager, durable, { before, now });
      this.#seen.set(stream, now);
    }
    await this.#repair();
  }

  async #compare(
    manager: JetStreamManager,
    durable: string,
    { before, now }: { before: StreamInfo | undefined; now: StreamInfo },
  ): Promise<void> {
    const consumer = await manager.consumers.info(now.config.name, durable).catch(unlessUnknown);
    if (!consumer) return;
    const { created, state } = now;
    const isIdle = consumer.num_pending === 0 && consumer.num_ack_pending === 0;
    // An idle consumer is past events of other subjects too. The server counts the newest a moment later, so the last look decides.
    const passed = isIdle && before?.created === created ? before.state.last_seq : 0;
    const seq = Math.max(consumer.ack_floor.stream_seq, passed);
    const known = await this.#positions.findById(durable).lean<Position>();
    if (!known) return this.#begin({ _id: durable, created, seq: Math.max(seq, state.first_seq - 1) });
    const isLost = known.created !== created || state.first_seq > known.seq + 1;
    const filter = { _id: durable, created: known.created, seq: known.seq };
    if (!isLost) {
      if (seq > known.seq) await this.#positions.updateOne(filter, { $set: { seq } });
      return;
    }
    const gap = { noticedAt: new Date(), after: known.seq };
    const position = { created, seq: Math.max(seq, state.first_seq - 1), gap };
    const { modifiedCount } = await this.#positions.updateOne(filter, { $set: position });
    // Another instance may have been faster.
    if (modifiedCount === 0) return;
    const facts = { consumer: durable, after: known.seq, first: state.first_seq };
    this.#options.log.error(facts, 'events were lost before they were handled; a repair begins');
  }

  async #begin(position: Position): Promise<void> {
    await this.#positions.create(position).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  }

  async #repair(): Promise<void> {
    const { consumers, repair, log } = this.#options;
    const _id = { $in: consumers.map(({ durable }) => durable) };
    this.#open = await this.#positions.find({ _id, gap: { $exists: true } }).lean<Position[]>();
    for (const { _id: consumer, gap } of this.#open) {
      if (!gap || !(await repair(gap))) continue;
      const filter = { _id: consumer, 'gap.noticedAt': gap.noticedAt };
      const { modifiedCount } = await this.#positions.updateOne(filter, { $unset: { gap: 1 } });
      if (modifiedCount > 0) log.info({ consumer, after: gap.after }, 'the loss of events is repaired');
      this.#open = this.#open.filter(({ _id: other }) => other !== consumer);
    }
  }
}

/** JetStream's error codes for an unknown stream and an unknown consumer: both are created soon. */
const unknownCodes = [10_059, 10_014];

function unlessUnknown(error: unknown): undefined {
  if (!unknownCodes.includes(apiErrorCode(error) ?? 0)) throw error;
}
