import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, Model, mongo } from 'mongoose';
import type { NatsConnection } from 'nats';
import { ServiceError, commandSubject, type ServiceStatus } from '@svc/contracts';
import type { Call } from '../bus/call.ts';
import type { IdempotencyClaim } from '../bus/idempotency-claim.ts';
import { headerRoom } from '../bus/reply-parts.ts';
import { backoffMs } from '../jobs/backoff.ts';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import type { Keyring } from '../signing/keyring.ts';
import { within } from '../time/within.ts';
import { traced, type Span } from '../tracing/span.ts';
import { CommandResults } from './command-results.ts';
import type { Commit, Write } from './commit.ts';
import { CommitGroup } from './commit-group.ts';
import { databaseCertificates, databaseStatus } from './database-status.ts';
import { changeIdOf, commandIdOf, newCommitId } from './commit-id.ts';
import { toEventItem } from './event-item.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { outboxModel, type OutboxEntry, type OutboxItem } from './outbox.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { checkSchema } from './migrations.ts';
import { Interrupted, RepeatedWrite, VersionConflict } from './run-transaction.ts';

/** The part of a call that a commit needs. */
export interface CommitCall extends Pick<
  Call,
  'actor' | 'deadline' | 'claim' | 'log' | 'traceparent' | 'noteVersion' | 'client'
> {
  /** The `commit_id` of the write that sent the command for this one: the events of both have the same. */
  readonly changeId?: string;
}

export interface StoreOptions {
  readonly connection: Connection;
  readonly bus: NatsConnection;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
  /** The schema version that the program knows. */
  readonly schemaVersion: number;
}

/** How much of the deadline is reserved for the reply when a command is not carried out in time, in milliseconds. */
const replyMilliseconds = 300;

/** The database of a service: its documents, its outbox, and the stored answers of repeatable writes. */
export class Store {
  readonly connection: Connection;
  readonly idempotency: IdempotencyKeys;
  readonly outbox: Model<OutboxEntry>;
  readonly #group: CommitGroup;
  readonly #relay: OutboxRelay;
  readonly #options: StoreOptions;
  readonly #results: CommandResults;

  constructor(options: StoreOptions) {
    this.connection = options.connection;
    this.#options = options;
    this.idempotency = new IdempotencyKeys(options.connection, options.keyring.secret);
    this.outbox = outboxModel(options.connection);
    this.#results = new CommandResults(options);
    this.#relay = new OutboxRelay({ ...options, outbox: this.outbox });
    this.#group = new CommitGroup(options.connection, {
      insertionOf: (entry) => this.#insert(this.outbox, entry),
      publish: (entries) => this.#relay.publish(entries),
    });
  }

  /** Creates the collections and indexes of all models declared on the connection. */
  async prepare(): Promise<void> {
    for (const model of Object.values(this.connection.models)) {
      const indexes = model.schema.indexes().map(([key, options]) => ({ ...options, key }));
      // One command for all indexes of the collection, which it also creates; the model would send one command for each index.
      if (indexes.length > 0) await model.collection.createIndexes(indexes as mongo.IndexDescription[]);
      else await model.createCollection();
    }
  }

  /** Returns the full name of a collection, which client-level writes need. */
  namespace(model: { readonly collection: { readonly collectionName: string } }): string {
    return `${this.connection.name}.${model.collection.collectionName}`;
  }

  /**
   * Checks the database, and returns a warning for operators, if there is one.
   * @throws Error when it does not answer within a second, or this program can no longer read it.
   */
  async check(): Promise<string | undefined> {
    const db = this.connection.getClient().db(this.connection.name);
    const checked = checkSchema(db, this.#options.schemaVersion);
    return within(1_000, checked, () => new Error('the database does not answer'));
  }

  /** Returns the state of the database for the admin tool; without `database` when MongoDB does not answer in time. */
  async status(): Promise<Pick<ServiceStatus, 'database' | 'certificates'>> {
    const { connection } = this;
    const client = connection.getClient();
    const asked = databaseStatus(connection, this.#options.schemaVersion);
    const [database, certificates] = await Promise.all([
      within(1_500, asked).catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'failed to read the status of the database');
        return undefined;
      }),
      databaseCertificates(client),
    ]);
    return { certificates, ...(database && { database }) };
  }

  /** Publishes the committed events and commands, then closes the connection. */
  async close(): Promise<void> {
    await this.#relay.stop();
    this.#results.close();
    await this.connection.destroy();
  }

  /**
   * Carries out one write: in one transaction its documents, its events and commands and, for a repeatable write, its answer; then it waits
   * for the commands within the deadline. `build` reads and computes; it runs again when another write came first. `written` is called when
   * the transaction has ended, before anything that follows it. A failure after the commit (an action, an answer that cannot be improved)
   * is logged and does not reach the caller.
   * @throws ServiceError `write_conflict` when other writes came first until the deadline.
   */
  commit<Answer>(
    call: CommitCall,
    build: () => Promise<Commit<Answer>>,
    written: () => void = () => {},
  ): Promise<Answer> {
    return traced(commitSpan, (span) => {
      const { traceparent = call.traceparent } = span ?? {};
      return this.#commit({ ...call, traceparent }, build, written);
    });
  }

  async #commit<Answer>(
    call: CommitCall,
    build: () => Promise<Commit<Answer>>,
    written: () => void,
  ): Promise<Answer> {
    let obstacle: unknown;
    for (let attempt = 0; ; attempt += 1) {
      const commitId = newCommitId(call.changeId);
      const commit = await build();
      const items = this.#outboxItems(call, commitId, commit);
      if (call.deadline.isOver && obstacle) throw gaveUp(obstacle);
      call.deadline.check();
      const waiting = this.#expectResults(commitId, commit);
      try {
        await this.#write(call, commit, items);
      } catch (error) {
        waiting.forEach((result) => result.forget());
        if (error instanceof RepeatedWrite) return await this.#keptAnswer<Answer>(call);
        // The deadline may pass during an attempt as well as between two attempts.
        if (obstacle instanceof VersionConflict && isUnavailable(error)) throw gaveUp(obstacle);
        if (!(error instanceof VersionConflict || error instanceof Interrupted)) throw error;
        obstacle = error;
        await pause(attempt, call, obstacle);
        continue;
      }
      written();
      if (commit.version !== undefined) call.noteVersion?.(commit.version);
      await this.#runAfterwards(call, commit);
      return this.#finish(call, commit, waiting);
    }
  }

  /** Runs `afterwards` of a commit. Waits for it only as long as the caller waits; it continues after that. */
  async #runAfterwards(call: CommitCall, { afterwards }: Commit<unknown>): Promise<void> {
    if (!afterwards) return;
    const work = (async () => afterwards())().catch((error: unknown) => {
      call.log.error({ err: error }, 'work after a commit failed');
    });
    await within(
      timeoutOf(call),
      work,
      () => new Error('work after a commit exceeded the time of its request'),
    ).catch((error: unknown) =>
      call.log.warn({ err: error }, 'answered before the work after a commit was finished'),
    );
  }

  #expectResults(commitId: string, commit: Commit<unknown>) {
    return (commit.commands ?? []).map(({ command }, index) =>
      this.#results.expect(command, commandIdOf(commitId, index)),
    );
  }

  async #write(
    { claim, deadline }: CommitCall,
    commit: Commit<unknown>,
    items: readonly OutboxItem[],
  ): Promise<void> {
    // The claim comes first, so that a repeat is recognized by it even when another write collides with one of the first request.
    const writes = [...(claim ? [this.#keep(claim, commit)] : []), ...commit.writes];
    if (writes.length + items.length === 0) return;
    await this.#group.write({ writes, items }, deadline);
  }

  #outboxItems(call: CommitCall, commitId: string, commit: Commit<unknown>): OutboxItem[] {
    const createdAt = new Date();
    const common = { actor: call.actor, service: this.#options.keyring.identity, createdAt };
    const events = (commit.events ?? []).map((draft) =>
      toEventItem({ ...common, draft, commitId: changeIdOf(commitId) }),
    );
    const commands = (commit.commands ?? []).map(({ command, input }, index) => ({
      _id: commandIdOf(commitId, index),
      kind: 'command' as const,
      subject: commandSubject(command),
      body: JSON.stringify(input),
      createdAt,
    }));
    [...events, ...commands].forEach((item) => this.#checkSize(item));
    const { traceparent } = call;
    const trace = traceparent !== undefined && { traceparent };
    return [...events, ...commands].map((item, position) => ({ ...item, ...trace, position }));
  }

  #keep(claim: IdempotencyClaim, { answer, version }: Commit<unknown>): Write {
    const kept = this.idempotency.keptAnswer(claim, {
      answer: JSON.stringify(answer),
      ...(version !== undefined && { version }),
    });
    return { ...this.#insert(this.idempotency.model, kept), isClaim: true };
  }

  /** Refuses a write whose events or commands are too large for the bus: they would never arrive. */
  #checkSize({ subject, body }: Pick<OutboxItem, 'subject' | 'body'>): void {
    const limit = (this.#options.bus.info?.max_payload ?? Infinity) - headerRoom;
    if (Buffer.byteLength(body) > limit)
      throw new Error(`the message to ${subject} is larger than the bus accepts`);
  }

  #insert<Document>(model: Model<Document>, document: Document): Write {
    const namespace = this.namespace(model);
    return { model: { name: 'insertOne', namespace, document: document as mongo.Document } };
  }

  async #keptAnswer<Answer>(call: CommitCall): Promise<Answer> {
    const kept = call.claim && (await this.idempotency.find(call.claim));
    if (kept === undefined)
      throw new ServiceError(
        'write_conflict',
        'A request with this Idempotency-Key is in progress; try again.',
      );
    if (kept.version !== undefined) call.noteVersion?.(kept.version);
    return JSON.parse(kept.answer) as Answer;
  }

  async #finish<Answer>(
    call: CommitCall,
    commit: Commit<Answer>,
    waiting: readonly { result(milliseconds: number): Promise<unknown> }[],
  ): Promise<Answer> {
    if (waiting.length === 0 && !commit.finish) return commit.answer;
    const timeoutMs = Math.min(timeoutOf(call), commit.waitsAtMost ?? Infinity);
    const results = await Promise.all(waiting.map((expected) => expected.result(timeoutMs)));
    let answer = commit.answer;
    try {
      if (!commit.finish) return answer;
      const finished = (async () => commit.finish?.(results) ?? answer)();
      answer = await within(
        timeoutOf(call),
        finished,
        () => new Error('the answer exceeded the time of its request'),
      );
      if (call.claim) await this.idempotency.improve(call.claim, JSON.stringify(answer));
    } catch (error) {
      call.log.error({ err: error }, 'failed to complete the answer to a committed write');
    }
    return answer;
  }
}

/** The span of a whole commit: reading, waiting for others in its transaction, and waiting for its commands. */
function commitSpan(): Span {
  return { name: 'commit', kind: 'internal', traceparent: undefined, attributes: {} };
}

/** Returns how long a committed write may still delay its answer, in milliseconds. */
function timeoutOf(call: CommitCall): number {
  return Math.max(0, call.deadline.remaining - replyMilliseconds);
}

/** The pauses before retries after a conflict, in milliseconds; each is a random part of these. */
const conflictWaits = { firstMs: 5, maxMs: 200 };

async function pause(attempt: number, call: CommitCall, obstacle: unknown): Promise<void> {
  const milliseconds = Math.random() * backoffMs(conflictWaits, attempt + 1);
  if (milliseconds >= call.deadline.remaining) throw gaveUp(obstacle);
  await delay(milliseconds);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'service_unavailable';
}

function gaveUp(obstacle: unknown): ServiceError {
  if (obstacle instanceof Interrupted) {
    const message = 'The database is not available; nothing was written.';
    return new ServiceError('service_unavailable', message, { cause: obstacle });
  }
  const message = 'Concurrent writes kept changing the record; nothing was written. Try again.';
  return new ServiceError('write_conflict', message, { status: 503 });
}
