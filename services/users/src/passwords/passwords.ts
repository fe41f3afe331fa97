import { availableParallelism } from 'node:os';
import type { Deadline } from '@svc/service-kit';
import { hashPassword, unknowablePassword } from './hash-password.ts';
import { verifyPassword } from './verify-password.ts';
import { WorkLine } from './work-line.ts';

/** Node's pool has four threads; one of them stays free for everything else, however many logins come at once. */
const mostAtOnce = 3;

/** Hashes and verifies passwords, a few at a time: it takes time and memory by design. */
export class Passwords {
  readonly #line = new WorkLine(Math.min(mostAtOnce, availableParallelism()));
  readonly #nobodys = unknowablePassword();

  /** A new password as it is stored. */
  async hash(password: string, deadline: Deadline): Promise<string> {
    return this.#line.run(deadline, () => hashPassword(password));
  }

  /** Whether a password is the stored one. Without a stored one it is not, after the same work. */
  async verify(password: string, stored: string | undefined, deadline: Deadline): Promise<boolean> {
    return this.#line.run(deadline, () => verifyPassword(password, stored ?? this.#nobodys));
  }
}
