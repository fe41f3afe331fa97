import { setTimeout as delay } from 'node:timers/promises';
import type { Model } from 'mongoose';
import {
  consumeEvents,
  type EventProcessor,
  type ServiceContext,
  type StreamConsumer,
} from '@svc/service-kit';
import { eventConsumers, recordEventSchema, type RecordEvent } from '@svc/contracts';
import { removeBeside } from '../engine/exchange-indexes.ts';
import { prepareIndexes } from '../engine/prepare-indexes.ts';
import type { SearchEngine } from '../engine/search-engine.ts';
import type { CommentState } from '../projection/comment-state.ts';
import { commentEvents } from './comment-events.ts';
import type { IndexJobs } from './index-jobs.ts';

/** The names under which the instances of search share the events of records and of comments. */
export const durables = [eventConsumers.indexedRecords.durable, eventConsumers.indexedComments.durable];

const retryMilliseconds = 1_000;

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
  readonly #context: ServiceContext;
  readonly #consumers: StreamConsumer[] = [];
  readonly #stopping = new AbortController();
  #started: Promise<void> = Promise.resolve();
  #isPrepared = false;

  constructor(parts: IndexingParts, context: ServiceContext) {
    this.#parts = parts;
    this.#context = context;
  }

  /** Begins to prepare and to follow; not waited for, since the engine may be away. */
  start(): void {
    this.#started = this.#start();
  }

  /** @throws Error saying what is missing while the index can not be written and searched. */
  async check(): Promise<void> {
    await this.#parts.engine.check();
    if (!this.#isPrepared) throw new Error('the indexes of Meilisearch are not prepared yet');
  }

  /** Finishes what was taken from the events and stops. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#started;
    await Promise.all(this.#consumers.map((consumer) => consumer.stop()));
    await Promise.all(this.#parts.background.map((each) => each.stop()));
  }

  async #start(): Promise<void> {
    const { comments, jobs } = this.#parts;
    const options = { ...this.#context, connection: this.#context.bus };
    await this.#insist(() => this.#prepare());
    await this.#insist(() => this.#follow(() => consumeEvents(recordEvents(jobs), options)));
    await this.#insist(() => this.#follow(() => consumeEvents(commentEvents(comments, jobs), options)));
  }

  /** The rebuild is begun first: an index that exists is never taken for a filled one. */
  async #prepare(): Promise<void> {
    const { engine, rebuildIfNeeded, rebuildWithIndexes, background } = this.#parts;
    await engine.check();
    await rebuildIfNeeded();
    await removeBeside(engine, rebuildWithIndexes);
    await prepareIndexes(engine);
    this.#isPrepared = true;
    for (const each of background) each.start();
  }

  async #follow(start: () => Promise<StreamConsumer>): Promise<void> {
    this.#consumers.push(await start());
  }

  /** Repeats a step of the start until it succeeds or the service stops. */
  async #insist(step: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        return await step();
      } catch (error) {
        this.#context.log.warn({ err: error }, 'the index can not be followed yet; it will be tried again');
        await delay(retryMilliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
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
