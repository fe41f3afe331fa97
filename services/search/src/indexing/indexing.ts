import type { Model } from 'mongoose';
import {
  consumeEvents,
  type ConsumeEventsOptions,
  ScheduledTask,
  type EventProcessor,
  type ServiceContext,
  type StreamConsumer,
} from '@svc/service-kit';
import { eventConsumers, recordEventSchema, type RecordEvent } from '@svc/contracts';
import { removeStaleIndexes } from '../engine/exchange-indexes.ts';
import { prepareIndexes } from '../engine/prepare-indexes.ts';
import type { SearchEngine } from '../engine/search-engine.ts';
import type { CommentState } from '../projection/comment-state.ts';
import { commentEvents } from './comment-events.ts';
import type { IndexJobs } from './index-jobs.ts';

/** The names under which the instances of search share the events of records and of comments. */
export const durables = [eventConsumers.indexedRecords.durable, eventConsumers.indexedComments.durable];

const retryMs = 1_000;

/** What looks after the index beside the following of events. It starts when the index is prepared. */
interface BackgroundJob {
  start(): unknown;
  stop(): Promise<void>;
}

interface IndexingParts {
  readonly engine: SearchEngine;
  readonly comments: Model<CommentState>;
  readonly jobs: IndexJobs;
  /** Has the index rebuilt where entries are missing, or of another form. */
  readonly rebuildIfNeeded: () => Promise<void>;
  readonly rebuildWithIndexes: () => Promise<string | undefined>;
  readonly background: readonly BackgroundJob[];
}

/** Keeps the index like records and comments: prepares it as soon as the engine answers, then follows the events. */
export class Indexing {
  readonly #parts: IndexingParts;
  readonly #consumers: StreamConsumer[] = [];
  readonly #start: ScheduledTask;
  #isPrepared = false;

  constructor(parts: IndexingParts, context: ServiceContext & Pick<ConsumeEventsOptions, 'intervalMs'>) {
    this.#parts = parts;
    const { comments, jobs } = parts;
    const options = { ...context, connection: context.bus };
    // One that fails is taken again, until it has succeeded or the service stops.
    const steps = [
      () => this.#prepare(),
      async () => void this.#consumers.push(await consumeEvents(recordEvents(jobs), options)),
      async () => void this.#consumers.push(await consumeEvents(commentEvents(comments, jobs), options)),
    ];
    const run = async () => {
      while (steps[0] && !this.#start.isStopped) {
        await steps[0]();
        steps.shift();
      }
    };
    const failure = 'the index cannot be followed yet';
    this.#start = new ScheduledTask({ run, everyMs: retryMs, failure, log: context.log });
  }

  /** Begins to prepare and to follow; not waited for, since the engine may be away. */
  start(): void {
    this.#start.start();
  }

  /** @throws Error saying what is missing while the index cannot be written and searched. */
  async check(): Promise<void> {
    await this.#parts.engine.check();
    if (!this.#isPrepared) throw new Error('the indexes of Meilisearch are not prepared yet');
  }

  /** Finishes what was taken from the events and stops. */
  async stop(): Promise<void> {
    await this.#start.stop();
    await Promise.all(this.#consumers.map((consumer) => consumer.stop()));
    await Promise.all(this.#parts.background.map((each) => each.stop()));
  }

  /** The rebuild is begun first: an index that exists is never taken for a filled one. */
  async #prepare(): Promise<void> {
    const { engine, rebuildIfNeeded, rebuildWithIndexes, background } = this.#parts;
    await engine.check();
    await rebuildIfNeeded();
    await removeStaleIndexes(engine, rebuildWithIndexes);
    await prepareIndexes(engine);
    this.#isPrepared = true;
    for (const each of background) each.start();
  }
}

/** Has every record that changed looked at: what is indexed is its state now, so the order of events does not matter. */
function recordEvents(jobs: IndexJobs): EventProcessor<RecordEvent> {
  return {
    ...eventConsumers.indexedRecords,
    schema: recordEventSchema,
    batchSize: 200,
    handle: (events) => jobs.do({ recordIds: [...new Set(events.map(({ data }) => data.record.id))] }),
  };
}
