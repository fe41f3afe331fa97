import { setTimeout as delay } from 'node:timers/promises';
import { consumeEvents, type ServiceContext, type StreamConsumer } from '@svc/service-kit';
import type { IndexingDeps } from '../deps.ts';
import { FailedTasks } from '../engine/failed-tasks.ts';
import { missingIndexes, prepareIndexes } from '../engine/prepare-indexes.ts';
import { carryOut } from './carry-out.ts';
import { commentEvents } from './comment-events.ts';
import { IndexJobs } from './index-jobs.ts';
import { planRefill } from './plan-refill.ts';
import { recordEvents } from './record-events.ts';

const retryMilliseconds = 1_000;

/** Keeps the index like records and comments: prepares it as soon as the engine answers, then follows the events. */
export class Indexing {
  readonly #deps: IndexingDeps;
  readonly #context: ServiceContext;
  readonly #jobs: IndexJobs;
  readonly #failedTasks: FailedTasks;
  readonly #consumers: StreamConsumer[] = [];
  readonly #stopping = new AbortController();
  readonly #started: Promise<void>;
  #isPrepared = false;

  constructor(deps: IndexingDeps, context: ServiceContext) {
    this.#deps = deps;
    this.#context = context;
    this.#jobs = new IndexJobs({
      model: deps.jobs,
      carryOut: (job) => carryOut(job, deps, this.#jobs),
      log: context.log,
      metrics: context.metrics,
    });
    this.#failedTasks = new FailedTasks(deps.engine, context);
    this.#started = this.#start();
  }

  /** @throws Error saying what is missing while the index can not be written and searched. */
  async check(): Promise<void> {
    await this.#deps.engine.check();
    if (!this.#isPrepared) throw new Error('the indexes of Meilisearch are not prepared yet');
  }

  /** Finishes what was taken from the events and stops. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#started;
    await Promise.all(this.#consumers.map((consumer) => consumer.stop()));
    this.#failedTasks.stop();
    await this.#jobs.stop();
  }

  async #start(): Promise<void> {
    const options = { ...this.#context, connection: this.#context.bus };
    await this.#insist(() => this.#prepare());
    await this.#insist(() => this.#follow(() => consumeEvents(recordEvents(this.#jobs), options)));
    await this.#insist(() =>
      this.#follow(() => consumeEvents(commentEvents(this.#deps.comments, this.#jobs), options)),
    );
  }

  /** The refill is planned first: an index that exists is never taken for a filled one. */
  async #prepare(): Promise<void> {
    await planRefill(await missingIndexes(this.#deps.engine), this.#deps, this.#jobs);
    await prepareIndexes(this.#deps.engine);
    this.#isPrepared = true;
    this.#jobs.start();
    this.#failedTasks.start();
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
