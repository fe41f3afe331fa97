import { afterAll, beforeAll } from '@jest/globals';
import { mongo } from 'mongoose';
import {
  eventStream,
  searchAdvanced,
  searchCheck,
  searchRebuild,
  searchStatus,
  systemActor,
  type Actor,
  type Check,
  type InputOf,
  type Rebuild,
} from '@svc/contracts';
import { loadConfig, queueSettings, type RunningService } from '@svc/service-kit';
import { allDone, ServiceHarness, type Stack, throwAwayStack, until } from '@svc/testing';
import type { SearchConfig } from '../config.ts';
import type { IndexName } from '../engine/index-settings.ts';
import { SearchEngine } from '../engine/search-engine.ts';
import { durables } from '../indexing/indexing.ts';
import { startSearch } from '../service.ts';
import { RecordWorld } from './record-world.ts';

const admin = systemActor('admin');

/** Milliseconds: longer than a rebuild takes on a busy machine. */
const longest = 120_000;

/** The harness of a suite, with this many instances from its first test until its last one is over. */
export function searchOfSuite(instances: number): SearchHarness {
  const search = new SearchHarness();
  beforeAll(async () => {
    await search.open();
    for (let count = 0; count < instances; count += 1) await search.start();
  });
  afterAll(() => search.close());
  return search;
}

/** Search services over real servers and a world of records, for one suite. */
export class SearchHarness {
  stack!: Stack;
  harness!: ServiceHarness;
  world!: RecordWorld;
  /** The engine as the services have it, to look into the index. */
  engine!: SearchEngine;
  #database!: mongo.MongoClient;
  readonly #instances: RunningService[] = [];

  async open(): Promise<void> {
    this.stack = await throwAwayStack({ isAlone: true });
    this.#database = new mongo.MongoClient(this.stack.mongodbUrl);
    this.harness = await ServiceHarness.open(this.stack);
    this.world = await RecordWorld.open(this.harness);
    this.engine = new SearchEngine({ url: this.stack.meiliUrl, key: this.stack.meiliKey, prefix: 'svc_' });
  }

  /** Starts one more instance. */
  async start(changes: Partial<SearchConfig> = {}): Promise<RunningService> {
    const { mongodbUrl: MONGODB_URL, meiliUrl: MEILI_URL, meiliKey: MEILI_KEY } = this.stack;
    const unset = { MEILI_PREFIX: undefined, SEARCH_CHECK_AT: undefined, SEARCH_INTERVAL_MS: 0 };
    const queues = loadConfig(queueSettings, {});
    const config = { MONGODB_URL, MEILI_URL, MEILI_KEY, ...queues, ...unset, ...changes };
    const instance = await startSearch(await this.harness.context('search'), config);
    this.#instances.push(instance);
    return instance;
  }

  /** A live index of the engine. */
  index(name: IndexName) {
    return this.engine.client.index(this.engine.indexUid(name));
  }

  /** What the admin tool is told of the index. */
  status() {
    return this.harness.call(searchStatus, {}, admin);
  }

  /** Has a rebuild begun, unless one runs. */
  beginRebuild() {
    return this.harness.call(searchRebuild, {}, admin);
  }

  /** Waits until no rebuild runs, and answers the last one. */
  rebuilt(): Promise<Rebuild> {
    return until(async () => {
      const { rebuild } = await this.status();
      if (!rebuild?.ended_at) throw new Error(`the rebuild is not over: ${JSON.stringify(rebuild)}`);
      return rebuild;
    }, longest);
  }

  /** Has the index checked and waits for what is found. */
  async check(is_thorough = false): Promise<Check> {
    await this.harness.call(searchCheck, { is_thorough }, admin);
    return until(async () => {
      const { check } = await this.status();
      if (!check?.ended_at) throw new Error(`the check is not over: ${JSON.stringify(check)}`);
      return check;
    }, longest);
  }

  /** Those that run. */
  get instances(): readonly RunningService[] {
    return [...this.#instances];
  }

  /** Ends an instance in order; the others go on. */
  async stop(instance: RunningService): Promise<void> {
    this.#instances.splice(this.#instances.indexOf(instance), 1);
    await instance.stop();
  }

  /** Searches as somebody; all types from the first hit on unless told otherwise. */
  search(query: string, actor: Actor, more: Partial<InputOf<typeof searchAdvanced>> = {}) {
    return this.harness.call(searchAdvanced, { query, post_type: 'all', offset: 0, ...more }, actor);
  }

  /** Names of the hits, in order. */
  async names(...search: Parameters<SearchHarness['search']>): Promise<string[]> {
    const { hits } = await this.search(...search);
    return hits.flatMap(({ posts }) => posts.map(({ post_title }) => post_title));
  }

  /** Waits until every event is with an instance; it may still work on it. */
  async taken(): Promise<void> {
    const manager = await this.harness.bus.jetstreamManager();
    await until(async () => {
      for (const durable of durables) {
        const { num_pending } = await manager.consumers.info(eventStream, durable);
        if (num_pending > 0) throw new Error(`${durable} has not taken all events`);
      }
    });
  }

  /** Waits until every event is handled, every job done or set aside and every task of the engine carried out. */
  async settled(): Promise<void> {
    await allDone(this.harness.bus, [this.#database.db('svc_search')]);
    await until(async () => {
      const tasks = await this.engine.client.tasks.getTasks({ statuses: ['enqueued', 'processing'] });
      if (tasks.results.length > 0) throw new Error('the engine has not carried out all tasks');
    });
  }

  async close(): Promise<void> {
    for (const instance of this.instances) await this.stop(instance);
    await this.#database.close();
    await this.harness.close();
    await this.stack.stop();
  }
}
