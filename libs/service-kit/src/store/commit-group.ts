import { setImmediate as turn } from 'node:timers/promises';
import { ServiceError } from '@svc/contracts';
import type { Connection } from 'mongoose';
import type { Deadline } from '../time/deadline.ts';
import type { Write } from './commit.ts';
import { Interrupted, runTransaction } from './run-transaction.ts';

/** So many commits are one transaction at most: others wait for it, and may collide with it. */
const maxTogether = 50;

interface Ready {
  readonly writes: readonly Write[];
  readonly deadline: Deadline;
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
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#ready.push({ writes, deadline, resolve, reject });
    if (!this.#isWriting) void this.#writeAll();
    return promise;
  }

  /** Never rejects: each commit is told for itself. */
  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#ready.length > 0) {
      await this.#gather();
      await this.#writeTogether(this.#ready.splice(0, maxTogether));
    }
    this.#isWriting = false;
  }

  /** Until a turn brings no more. */
  async #gather(): Promise<void> {
    for (let before = 0; before < this.#ready.length && before < maxTogether;) {
      before = this.#ready.length;
      await turn();
    }
  }

  async #writeTogether(commits: readonly Ready[]): Promise<void> {
    const [first, ...others] = commits;
    if (!first) return;
    const deadline = others.reduce((latest, each) => later(latest, each.deadline), first.deadline);
    try {
      await runTransaction(this.#connection, byCollection(commits), deadline);
      commits.forEach((commit) => commit.resolve());
    } catch (error) {
      if (others.length === 0 || concernsAll(error)) return commits.forEach((commit) => commit.reject(error));
      const middle = Math.ceil(commits.length / 2);
      await this.#writeTogether(commits.slice(0, middle));
      await this.#writeTogether(commits.slice(middle));
    }
  }
}

/** The database inserts neighbours of one collection at once. Within a collection the order stays. */
function byCollection(commits: readonly Ready[]): Write[] {
  const writes = commits.flatMap((commit) => commit.writes);
  return [...Map.groupBy(writes, ({ model }) => model.namespace).values()].flat();
}

/** The database did not answer, or was gone: there is nothing to learn from trying the parts. */
function concernsAll(error: unknown): boolean {
  return error instanceof ServiceError || error instanceof Interrupted;
}

function later(one: Deadline, other: Deadline): Deadline {
  return one.at > other.at ? one : other;
}
