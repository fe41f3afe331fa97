import type { Model } from 'mongoose';
import { z } from 'zod';
import {
  consumeEvents,
  type ConsumeEventsOptions,
  ScheduledTask,
  type EventProcessor,
  type ServiceContext,
  type StreamConsumer,
} from '@svc/service-kit';
import { commentEventSchema, eventConsumers, recordEventSchema, type CommentEvent } from '@svc/contracts';
import { prepareIndexes, removeStaleIndexes } from '../engine/manage-indexes.ts';
import type { SearchEngine } from '../engine/search-engine.ts';
import { boundText } from '../projection/bounds.ts';
import { isSameComment, type CommentState } from '../projection/comment-state.ts';
import { tombstoneVersion, upsertNewest } from '../projection/upsert.ts';
import type { IndexJobs } from './index-jobs.ts';

/** The durable consumers that all instances of the search service share. */
export const durables = [eventConsumers.indexedRecords.durable, eventConsumers.indexedComments.durable];

const retryMs = 1_000;

/** The largest number of events that are indexed together: the changes of some seconds. */
const batchSize = 500;

/** Background work on the index, started when the index is prepared. */
interface BackgroundJob {
  start(): unknown;
  stop(): Promise<void>;
}

interface IndexingParts {
  readonly engine: SearchEngine;
  readonly comments: Model<CommentState>;
  readonly jobs: IndexJobs;
  /** Starts a rebuild when an index is missing or its entries have an outdated form. */
  readonly rebuildIfNeeded: () => Promise<void>;
  readonly rebuildWithIndexes: () => Promise<string | undefined>;
  readonly background: readonly BackgroundJob[];
}

/** Keeps the index up to date: prepares it when the engine is available, then follows events. */
export class Indexing {
  readonly #parts: IndexingParts;
  readonly #consumers: StreamConsumer[] = [];
  readonly #start: ScheduledTask;
  #isPrepared = false;

  constructor(parts: IndexingParts, context: ServiceContext & Pick<ConsumeEventsOptions, 'intervalMs'>) {
    this.#parts = parts;
    const { comments, jobs } = parts;
    const options = { ...context, connection: context.bus };
    // A failed step is repeated until it succeeds or the service stops.
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
    const failure = 'failed to start indexing';
    this.#start = new ScheduledTask({
      name: 'start indexing',
      run,
      everyMs: retryMs,
      failure,
      log: context.log,
    });
  }

  /** Starts without waiting, because the engine may be unavailable. */
  start(): void {
    this.#start.start();
  }

  /** The consumers that have started. */
  get consumers(): readonly StreamConsumer[] {
    return this.#consumers;
  }

  /** @throws Error with the reason while the index cannot be written and searched. */
  async check(): Promise<void> {
    await this.#parts.engine.check();
    if (!this.#isPrepared) throw new Error('the indexes of Meilisearch are not ready yet');
  }

  /** Finishes the events under way and stops. */
  async stop(): Promise<void> {
    await this.#start.stop();
    await Promise.all(this.#consumers.map((consumer) => consumer.stop()));
    await Promise.all(this.#parts.background.map((each) => each.stop()));
  }

  /** Begins a rebuild before the indexes are created, so that an empty index never counts as filled. */
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

/** The part of an event that names the record: the rest, which may be large, need not be checked. */
const changedRecordSchema = z.object({ data: recordEventSchema.shape.data.pick({ record: true }) });

/** Updates the entries of changed records. A job reads the current state, so the order of events does not matter. */
function recordEvents(jobs: IndexJobs): EventProcessor<z.infer<typeof changedRecordSchema>> {
  return {
    ...eventConsumers.indexedRecords,
    schema: changedRecordSchema,
    batchSize,
    handle: (events) => jobs.do({ recordIds: [...new Set(events.map(({ data }) => data.record.id))] }),
  };
}

/** Updates the projection of comments from events, and writes their entries. */
function commentEvents(comments: Model<CommentState>, jobs: IndexJobs): EventProcessor<CommentEvent> {
  return {
    ...eventConsumers.indexedComments,
    schema: commentEventSchema,
    batchSize,
    async handle(events) {
      const states = events.map(toState);
      const before = await comments
        .find({ _id: { $in: states.map(({ _id }) => _id) } })
        .lean<CommentState[]>();
      const known = new Map(before.map((state) => [state._id, state]));
      await upsertNewest(comments, states);
      const changed = states.filter((state) => !saysNothingNew(state, known.get(state._id)));
      if (changed.length === 0) return;
      await jobs.do({ commentIds: [...new Set(changed.map(({ _id }) => _id))] });
    },
  };
}

/**
 * Whether the entry of a comment stays the same, as after a reaction. A repeated event finds its own version and is not
 * skipped, because its first delivery may not have created a job.
 */
function saysNothingNew(state: CommentState, known: CommentState | undefined): boolean {
  return (
    known !== undefined &&
    known.version < state.version &&
    state.deletedAt === undefined &&
    isSameComment(state, known)
  );
}

function toState({ type, data: { comment } }: CommentEvent): CommentState {
  const state = { _id: comment.id, recordId: comment.record_id, postType: comment.post_type };
  if (type === 'svc.comment.deleted')
    return { ...state, version: tombstoneVersion, content: '', deletedAt: new Date() };
  return { ...state, version: comment.version, content: boundText(comment.content) };
}
