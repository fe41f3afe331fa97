import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { ServiceError } from '@svc/contracts';
import type { Connection } from 'mongoose';
import type { Deadline } from '../time/deadline.ts';
import type { Write } from './commit.ts';
import { Interrupted, runTransaction } from './run-transaction.ts';

/** So many commits are one transaction at most, with so many writes: others wait for it, and may collide with it. */
const maxTogether = 50;
const maxWrites = 500;

/** One with more writes is a transaction of its own, beside those of others. */
const maxWritesOfOne = 100;

interface Ready {
  readonly writes: readonly Write[];
  readonly deadline: Deadline;
  /** Does something as a part of what this commit is part of, for its trace. */
  readonly within: <T>(work: () => T) => T;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Commits that are carried out side by side, written together: those that are ready within successive turns of the event loop are one
 * transaction, and while it runs the next ones gather. One that fails falls apart into halves, until what cannot be
 * written stands alone: each commit succeeds or fails for itself.
 */
export class CommitGroup {
  readonly #connection: Connection;
  readonly #ready: Ready[] = [];
  #isWriting = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Like `runTransaction`, which it throws the errors of. */
  write(writes: readonly Write[], deadline: Deadline): Promise<void> {
    if (writes.length > maxWritesOfOne) return runTransaction(this.#connection, writes, deadline);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#ready.push({ writes, deadline, within: AsyncLocalStorage.snapshot(), resolve, reject });
    if (!this.#isWriting) void this.#writeAll();
    return promise;
  }

  /** Never rejects: each commit is told for itself. */
  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#ready.length > 0) {
      await this.#gather();
      await this.#writeTogether(this.#ready.splice(0, this.#fitting()));
    }
    this.#isWriting = false;
  }

  /** How many of those that are ready are one transaction. */
  #fitting(): number {
    let writes = 0;
    const tooMany = this.#ready.findIndex((each) => (writes += each.writes.length) > maxWrites);
    return Math.min(tooMany === -1 ? this.#ready.length : tooMany, maxTogether);
  }

  /** Until a turn brings no more. */
  async #gather(): Promise<void> {
    for (let before = 0; before < this.#ready.length && before < maxTogether;) {
      before = this.#ready.length;
      await turn();
    }
  }

  async #writeTogether(ready: readonly Ready[]): Promise<void> {
    const commits = ready.filter(isInTime);
    const [first, ...others] = commits;
    if (!first) return;
    const deadline = others.reduce((earliest, each) => earlier(earliest, each.deadline), first.deadline);
    try {
      await first.within(() => runTransaction(this.#connection, byCollection(commits), deadline));
      commits.forEach((commit) => commit.resolve());
    } catch (error) {
      if (others.length === 0 || concernsAll(error)) return commits.forEach((commit) => commit.reject(error));
      const middle = Math.ceil(commits.length / 2);
      await this.#writeTogether(commits.slice(0, middle));
      await this.#writeTogether(commits.slice(middle));
    }
  }
}

/** Rejects a commit that nobody waits for any more: nothing of it is written. */
function isInTime({ deadline, reject }: Ready): boolean {
  try {
    deadline.check();
    return true;
  } catch (error) {
    reject(error);
    return false;
  }
}

/** The database inserts neighbours of one collection at once. Within a collection the order stays. */
function byCollection(commits: readonly Ready[]): Write[] {
  const writes = commits.flatMap((commit) => commit.writes);
  return [...Map.groupBy(writes, ({ model }) => model.namespace).values()].flat();
}

/** The database was gone, or did not say what became of them; where only the first had no time left, the others are tried again. */
function concernsAll(error: unknown): boolean {
  return error instanceof Interrupted || (error instanceof ServiceError && error.code === 'outcome_unknown');
}

function earlier(one: Deadline, other: Deadline): Deadline {
  return one.at < other.at ? one : other;
}
