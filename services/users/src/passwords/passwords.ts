import { availableParallelism } from 'node:os';
import type { Deadline } from '@svc/service-kit';
import { FairSemaphore } from './fair-semaphore.ts';
import { hashPassword, isOutdated, unknowablePassword, verifyPassword } from './hash-password.ts';

/** Whose work it is, and until when somebody waits for it: those of different keys take turns. */
export interface Turn {
  readonly key: string;
  readonly deadline: Deadline;
}

/** Node's pool has four threads; one of them stays free for everything else, however many logins come at once. */
const places = Math.min(3, availableParallelism());

/** Hashes and verifies passwords, a few at a time and never all of them for one key: it takes time and memory by design. */
export class Passwords {
  readonly #turns = new FairSemaphore({ places, perKey: Math.max(1, places - 1) });
  readonly #nobodys = unknowablePassword();

  /** A new password as it is stored. */
  async hash(password: string, turn: Turn): Promise<string> {
    return this.inTurn(turn, () => hashPassword(password));
  }

  /** Runs work that verifies or hashes a password when its turn has come. */
  async inTurn<Result>({ key, deadline }: Turn, work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(key, deadline, work);
  }

  /** Whether a password is the stored one, to be asked in turn. Without a stored one it is not, after the same work. */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    return verifyPassword(password, stored ?? this.#nobodys);
  }

  /** A password that matches as it is stored today, to be asked in turn; undefined when it is stored like that already. */
  async renewed(password: string, stored: string): Promise<string | undefined> {
    return isOutdated(stored) ? hashPassword(password) : undefined;
  }
}
