import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from '@svc/contracts';
import type { Connection } from 'mongoose';
import type { Deadline } from '../time/deadline.ts';
import { gathered } from '../time/gathered.ts';
import type { Write } from './commit.ts';
import { toEntries, type OutboxEntry, type OutboxItem } from './outbox.ts';
import { Interrupted, runTransaction } from './run-transaction.ts';

/** The largest number of commits, and of their writes, in one transaction: other commits wait for it, and may conflict with it. */
const maxTogether = 50;
const maxWrites = 500;

/** A commit with more writes than this gets a transaction of its own, parallel to those of others. */
const maxWritesOfOne = 100;

/** The documents of a commit, and its events and commands. */
export interface GroupedCommit {
  readonly writes: readonly Write[];
  readonly items?: readonly OutboxItem[];
}

/** The outbox of the service. */
interface GroupOutbox {
  readonly insertionOf: (entry: OutboxEntry) => Write;
  /** Publishes documents that are committed. */
  readonly publish: (entries: readonly OutboxEntry[]) => void;
}

interface Ready extends Required<GroupedCommit> {
  readonly deadline: Deadline;
  /** Runs a function in the trace of the work to which this commit belongs. */
  readonly within: <T>(work: () => T) => T;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Writes concurrent commits together: those that become ready in successive turns of the event loop form one transaction, and while it runs
 * the next ones accumulate. A transaction that fails is split into halves, until a commit that cannot be written is alone: each commit
 * succeeds or fails on its own.
 */
export class CommitGroup {
  readonly #connection: Connection;
  readonly #outbox: GroupOutbox;
  readonly #ready: Ready[] = [];
  #isWriting = false;

  constructor(connection: Connection, outbox: GroupOutbox) {
    this.#connection = connection;
    this.#outbox = outbox;
  }

  /** Writes a commit, with others, and has its items published. @throws the errors of `runTransaction` */
  write({ writes, items = [] }: GroupedCommit, deadline: Deadline): Promise<void> {
    if (writes.length > maxWritesOfOne) return this.#run([{ writes, items }], deadline);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#ready.push({ writes, items, deadline, within: AsyncLocalStorage.snapshot(), resolve, reject });
    if (!this.#isWriting) void this.#writeAll();
    return promise;
  }

  /** Writes a batch. Never rejects: each commit has its own result. */
  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#ready.length > 0) {
      await gathered(this.#ready, maxTogether);
      await this.#writeTogether(this.#ready.splice(0, this.#fitting()));
    }
    this.#isWriting = false;
  }

  /** Writes commits in one transaction, with one document of the outbox for the items of all. */
  async #run(commits: readonly Required<GroupedCommit>[], deadline: Deadline): Promise<void> {
    const entries = toEntries(commits.flatMap(({ items }) => items));
    const writes = [...byCollection(commits), ...entries.map((entry) => this.#outbox.insertionOf(entry))];
    await runTransaction(this.#connection, writes, deadline);
    if (entries.length > 0) this.#outbox.publish(entries);
  }

  /** Returns how many of the ready commits form one transaction. */
  #fitting(): number {
    let writes = 0;
    const tooMany = this.#ready.findIndex((each) => (writes += each.writes.length) > maxWrites);
    return Math.min(tooMany === -1 ? this.#ready.length : tooMany, maxTogether);
  }

  async #writeTogether(ready: readonly Ready[]): Promise<void> {
    const commits = ready.filter(isInTime);
    const [first, ...others] = commits;
    if (!first) return;
    const deadline = others.reduce((earliest, each) => earlier(earliest, each.deadline), first.deadline);
    try {
      await first.within(() => this.#run(commits, deadline));
      commits.forEach((commit) => commit.resolve());
    } catch (error) {
      if (others.length === 0 || concernsAll(error)) return commits.forEach((commit) => commit.reject(error));
      const middle = Math.ceil(commits.length / 2);
      await this.#writeTogether(commits.slice(0, middle));
      await this.#writeTogether(commits.slice(middle));
    }
  }
}

/** Whether the deadline of a commit has not passed. Otherwise it rejects the commit, of which nothing is written. */
function isInTime({ deadline, reject }: Ready): boolean {
  try {
    deadline.check();
    return true;
  } catch (error) {
    reject(error);
    return false;
  }
}

/**
 * Groups writes by collection, because the database inserts adjacent documents of one collection together. Within a collection they keep
 * their order.
 */
function byCollection(commits: readonly GroupedCommit[]): Write[] {
  const writes = commits.flatMap((commit) => commit.writes);
  return [...Map.groupBy(writes, ({ model }) => model.namespace).values()].flat();
}

/**
 * Whether an error concerns all commits of a transaction: the database was unavailable or did not confirm. When only the deadline of the
 * first passed, the others are retried.
 */
function concernsAll(error: unknown): boolean {
  return error instanceof Interrupted || (error instanceof ServiceError && error.code === 'outcome_unknown');
}

function earlier(one: Deadline, other: Deadline): Deadline {
  return one.at < other.at ? one : other;
}
