import { availableParallelism } from 'node:os';
import type { Deadline } from '@svc/service-kit';
import { FairSemaphore } from './fair-semaphore.ts';
import { hashPassword, isOutdated, unknowablePassword, verifyPassword } from './hash-password.ts';

/** The key whose tasks take turns with others, and the deadline of the request. */
export interface Turn {
  readonly key: string;
  readonly deadline: Deadline;
}

/** Node's pool has four threads by default; one stays free for other work, however many logins there are. */
const places = Math.min(3, availableParallelism());

/** Hashes and verifies passwords, which takes time and memory by design: few at once, and never all for one key. */
export class Passwords {
  readonly #turns = new FairSemaphore({ places, perKey: Math.max(1, places - 1) });
  readonly #nobodys = unknowablePassword();

  async hash(password: string, turn: Turn): Promise<string> {
    return this.inTurn(turn, () => hashPassword(password));
  }

  /** Runs a task that hashes or verifies a password when its turn comes. */
  async inTurn<Result>({ key, deadline }: Turn, work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(key, deadline, work);
  }

  /** Whether a password matches a stored hash; call it within `inTurn`. Without a stored hash: false, after the same work. */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    return verifyPassword(password, stored ?? this.#nobodys);
  }

  /** A new hash for a matching password whose hash is outdated, else undefined; call it within `inTurn`. */
  async renewed(password: string, stored: string): Promise<string | undefined> {
    return isOutdated(stored) ? hashPassword(password) : undefined;
  }
}
