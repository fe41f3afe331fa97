import { afterAll, beforeAll } from '@jest/globals';
import type { mongo } from 'mongoose';
import {
  eventStream,
  purgeComments,
  usersBaseUser,
  usersDisplay,
  usersListable,
  usersNamedPlaces,
  usersResolve,
  type Actor,
  type Operation,
} from '@svc/contracts';
import { DeclarationMistakes, loadConfig, loadExtensions, type RunningService } from '@svc/service-kit';
import { connectStore, IdSequence } from '@svc/service-kit/store';
import {
  allDone,
  commandsFor,
  readEvents,
  ServiceHarness,
  type Stack,
  type StackOptions,
  type StreamEvent,
  throwAwayStack,
  until,
  userActor,
} from '@svc/testing';
import { recordsSettings } from '../config.ts';
import { unwantedComment } from '../files/uploads.ts';
import { builtInModules } from '../modules/built-in-modules.ts';
import { nameIndexComment } from '../name-index/name-index.ts';
import { PostTypes } from '../post-types/post-types.ts';
import { startRecords, type Timeouts } from '../service.ts';
import { activityModel } from '../store/activity-model.ts';
import { edgeModel } from '../store/edge-model.ts';
import { privateValuesModel } from '../store/private-values-model.ts';
import type { RecordDocument } from '../model/record.ts';
import { recordModel } from '../store/record-collection.ts';
import { recordTextsModel } from '../store/record-texts-model.ts';
import { deriveSeeded } from './derive-seeded.ts';

const working = ['access_contacts', 'create_contacts', 'access_groups', 'create_groups'];

/** A user as most are: may create, and sees what is shared with them. */
export const multiplier = (userId: number): Actor => userActor(userId, `User ${userId}`, working);

/** A user who sees and updates every contact of type access. */
export const dispatcher = (userId: number): Actor =>
  userActor(userId, `User ${userId}`, [
    ...working,
    'dt_all_access_contacts',
    'view_any_groups',
    'update_any_groups',
  ]);

/** A user who may do everything with records of these types. */
export const overseer = (userId: number, ...postTypes: string[]): Actor => {
  const verbs = ['access', 'create', 'view_any', 'update_any', 'delete_any'];
  const capabilities = postTypes.flatMap((type) => verbs.map((verb) => `${verb}_${type}`));
  return userActor(userId, `User ${userId}`, capabilities);
};

/** Another site or a form, which asks over a site link. */
export const siteLink = (name: string, capabilities: readonly string[] = []): Actor => ({
  ...userActor(0, name, capabilities),
  kind: 'site_link',
  siteLinkId: 1,
});

/** The settings that load these extensions of the tests. */
export const withExtensions = (...names: string[]) => ({
  EXTENSIONS: names.map((name) => new URL(`./${name}-extension.ts`, import.meta.url).pathname).join(),
});

interface SuiteOptions extends StackOptions {
  /** What the first instance finds there already. */
  readonly before?: (opened: RecordsHarness) => Promise<unknown>;
  /** How many instances are started; one, unless it is said. */
  readonly instances?: number;
  readonly settings?: Record<string, string>;
  readonly timeouts?: Partial<Timeouts>;
}

/** The harness of a suite, open while its tests run: before what the suite itself does first. */
export function harnessOfSuite({
  before,
  instances = 1,
  settings,
  timeouts,
  ...stack
}: SuiteOptions = {}): RecordsHarness {
  const harness = new RecordsHarness();
  beforeAll(async () => {
    await harness.open(stack);
    await before?.(harness);
    await Promise.all(Array.from({ length: instances }, () => harness.start(settings, timeouts)));
  });
  afterAll(() => harness.close());
  return harness;
}

/** What MongoDB notes of a query: how it was planned, and what it looked at. */
export interface ProfiledQuery {
  readonly ns: string;
  readonly op: string;
  readonly planSummary?: string;
  readonly docsExamined?: number;
  readonly keysExamined?: number;
  readonly nreturned?: number;
  /** In bytes. */
  readonly responseLength?: number;
  readonly command?: Readonly<Record<string, unknown>>;
  /** The query of which this reads more. */
  readonly originatingCommand?: Readonly<Record<string, unknown>>;
}

/** Instances of records on a stack of their own; users are stood in for: ids from 1 to 99 exist, those from 90 may access nothing. */
export class RecordsHarness {
  harness!: ServiceHarness;
  /** The stored records, to look behind the operations. */
  documents!: ReturnType<typeof recordModel>;
  /** The stored history. */
  activity!: ReturnType<typeof activityModel>;
  /** The stored connections. */
  edges!: ReturnType<typeof edgeModel>;
  /** What users keep privately. */
  privateValues!: ReturnType<typeof privateValuesModel>;
  /** What lists find texts by. */
  recordTexts!: ReturnType<typeof recordTextsModel>;
  /** The rows of the location grid that users name, as the stand-in for users says. */
  placesOfUsers: readonly number[] = [];
  /** Who gets what nobody has, as the stand-in for users says. */
  baseUser: number | null = null;
  /** The deletions of comments that the stand-in for comments was asked for: deleting a record waits for them. */
  purged: readonly object[] = [];
  #stack!: Stack;
  readonly #opened: (() => Promise<void>)[] = [];
  #seeded!: IdSequence;
  #postTypes = PostTypes.declare(builtInModules);
  readonly #users: { drain(): Promise<void> }[] = [];

  async open(options?: StackOptions): Promise<void> {
    this.#stack = await throwAwayStack(options);
    this.#opened.push(() => this.#stack.stop());
    this.harness = await ServiceHarness.open(this.#stack);
    this.#opened.push(() => this.harness.close());
    const database = await connectStore({ url: this.#stack.mongodbUrl, service: 'records' });
    this.#opened.push(() => database.destroy());
    this.documents = recordModel(database);
    this.activity = activityModel(database);
    this.edges = edgeModel(database);
    this.privateValues = privateValuesModel(database);
    this.recordTexts = recordTextsModel(database);
    this.#seeded = new IdSequence(database, 'records', 1);
    await this.#standInForUsers();
    this.purged = (await commandsFor(this.harness, purgeComments, { deleted: 0 })).inputs;
  }

  /** One more instance, with these settings. */
  async start(
    environment: Record<string, string> = {},
    timeouts?: Partial<Timeouts>,
  ): Promise<RunningService> {
    const defaults = {
      MONGODB_URL: this.#stack.mongodbUrl,
      PUBLIC_URL: 'http://records.test',
      BUILT_IN_GRID: 'false',
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      // Almost as long as a request may take: on a busy machine hooks that read something take longer than they normally may.
      HOOK_TIMEOUT_MS: '9000',
      // Every suite passes without it, too.
      READ_CACHE: process.env['READ_CACHE'] ?? 'true',
    };
    const config = loadConfig(recordsSettings, { ...defaults, ...environment });
    const service = await startRecords(await this.harness.context('records'), config, timeouts);
    this.#opened.push(() => service.stop());
    this.#postTypes = PostTypes.declare([
      ...builtInModules,
      ...(await loadExtensions(config.EXTENSIONS, new DeclarationMistakes())),
    ]);
    return service;
  }

  /** A record as it is in the database; fails the test when it is not there. */
  async stored(id: number): Promise<RecordDocument> {
    const record = await this.documents.findById(id).lean();
    if (!record) throw new Error(`record ${id} is not stored`);
    return record;
  }

  /**
   * Stores many records of a type without more than a name, beside the operations, as lists find them; their ids. The instance that was
   * started last declares the type.
   */
  async seed(postType: string, count: number, more: Partial<RecordDocument> = {}): Promise<number[]> {
    const createdAt = new Date();
    const ids = await this.#seeded.nextIds(count);
    const records = ids.map((id): RecordDocument => ({
      _id: id,
      postType,
      name: `Seeded ${id}`,
      authorId: 3,
      createdAt,
      lastModified: createdAt,
      version: 1,
      sharedWith: [3],
      fields: {},
      sort: { name: '' },
      listedRowCount: 0,
      ...more,
    }));
    const declared = this.#postTypes.withAllModules(postType);
    if (!declared) throw new Error(`no instance was started in which ${postType} is declared`);
    const derived = await deriveSeeded(this.documents.db, declared, records);
    await this.documents.collection.insertMany(derived.records as never[]);
    await this.recordTexts.collection.insertMany(derived.texts as never[]);
    return ids;
  }

  /** How many transactions the database, of which the harness has to be the only user, has committed since it was started. */
  async transactions(): Promise<number> {
    const { transactions } = await this.#database.admin().serverStatus();
    return Number(transactions.totalCommitted);
  }

  /** What a piece of work asks of the database: how many queries, how many documents they look at, and how many documents and keys. */
  async cost(work: () => Promise<unknown>) {
    const collections = [this.documents, this.edges, this.privateValues].map(
      ({ collection }) => `${this.#database.databaseName}.${collection.collectionName}`,
    );
    const profiled = (await this.profiled(work)).filter(({ ns }) => collections.includes(ns));
    const documents = profiled.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0);
    const keys = profiled.reduce((sum, { keysExamined = 0 }) => sum + keysExamined, 0);
    return { queries: profiled.length, documents, examined: documents + keys };
  }

  /** What MongoDB notes of each query that a piece of work asks; the job that runs each minute and the name index are not parts of it. */
  async profiled(work: () => Promise<unknown>): Promise<readonly ProfiledQuery[]> {
    const since = new Date();
    await this.#database.setProfilingLevel('all');
    try {
      await work();
    } finally {
      await this.#database.setProfilingLevel('off');
    }
    return this.#database
      .collection<ProfiledQuery & { ts: Date }>('system.profile')
      .find({ ts: { $gte: since }, 'command.comment': { $nin: [unwantedComment, nameIndexComment] } })
      .toArray();
  }

  get #database(): mongo.Db {
    const { db } = this.documents.db;
    if (!db) throw new Error('the database is not connected');
    return db;
  }

  /** Asks an operation in a caller's name. */
  ask<Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    caller: Actor,
    idempotencyKey?: string,
  ): Promise<Output> {
    return this.harness.call(
      operation,
      input,
      caller,
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
  }

  /** The events of one record, once there are as many as expected. */
  async eventsOf(id: number, count: number): Promise<StreamEvent[]> {
    return until(async () => {
      const all = await readEvents(this.harness.bus, 'svc.events.record.>');
      const events = all.filter(({ data }) => (data['record'] as { id: number }).id === id);
      if (events.length !== count) throw new Error(`record ${id} has ${events.length} events, not ${count}`);
      return events;
    });
  }

  /** Resolves when all that earlier requests have brought about is done, by the stand-ins too. */
  settled(): Promise<void> {
    return allDone(this.harness.bus, [this.#database]);
  }

  /** Ends the stand-ins for users: from now on nobody answers for them. */
  async stopUsers(): Promise<void> {
    await Promise.all(this.#users.map((server) => server.drain()));
  }

  /** Ends the database. */
  async stopDatabase(): Promise<void> {
    await this.#stack.servers.find(({ name }) => name === 'mongodb')?.stop();
  }

  /** How many events earlier requests have brought about since the harness was opened. */
  async eventCount(): Promise<number> {
    await this.settled();
    const manager = await this.harness.bus.jetstreamManager();
    return (await manager.streams.info(eventStream)).state.last_seq;
  }

  async close(): Promise<void> {
    for (const stop of this.#opened.reverse()) await stop();
  }

  async #standInForUsers(): Promise<void> {
    const known = (ids: readonly number[]) => ids.filter((id) => id >= 1 && id <= 99);
    const idOf = (email: string) => Number(/^user(\d+)@example\.test$/i.exec(email)?.[1]);
    const display = this.harness.standIn(usersDisplay, ({ user_ids: ids }) => ({
      users: known(ids).map((id) => ({ id, display_name: `User ${id}`, avatar: `http://avatar.test/${id}` })),
    }));
    const resolve = this.harness.standIn(usersResolve, ({ user_ids: ids, emails }) => ({
      users: known([...ids, ...emails.map(idOf)]).map((id) => ({
        id,
        email: `user${id}@example.test`,
        display_name: `User ${id}`,
        eligible: id < 90,
      })),
    }));
    const listable = this.harness.standIn(usersListable, ({ user_ids: ids }) => ({ user_ids: known(ids) }));
    const base = this.harness.standIn(usersBaseUser, () => ({ user_id: this.baseUser }));
    const places = this.harness.standIn(usersNamedPlaces, () => ({ grid_ids: [...this.placesOfUsers] }));
    this.#users.push(await display, await resolve, await listable, await base, await places);
  }
}
