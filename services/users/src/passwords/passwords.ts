import { availableParallelism } from 'node:os';
import { FairQueue, type FairQueueOptions, type Turn } from '@svc/service-kit';
import {
  hashPassword,
  isOutdated,
  unknowablePassword,
  verifyPassword,
  type Argon2Cost,
} from './hash-password.ts';

/** Node's pool has four threads by default; one stays free for other work, however many logins there are. */
const places = Math.min(3, availableParallelism());

/** Hashes and verifies passwords, which takes time and memory by design: few at once, and never all for one caller. */
export class Passwords {
  readonly #queue: FairQueue;
  readonly #cost: Argon2Cost;
  readonly #nobodys: string;

  constructor({ cost, ...options }: Pick<FairQueueOptions, 'maxWaiting' | 'metrics'> & { cost: Argon2Cost }) {
    this.#queue = new FairQueue({ name: 'passwords', atOnce: places, ...options });
    this.#cost = cost;
    this.#nobodys = unknowablePassword(cost);
  }

  async hash(password: string, turn: Turn): Promise<string> {
    return this.inTurn(turn, () => hashPassword(password, this.#cost));
  }

  /** Runs a task that hashes or verifies a password when its turn comes. @throws the errors of `FairQueue.run` */
  async inTurn<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(turn, work);
  }

  /** Whether a password matches a stored hash; call it within `inTurn`. Without a stored hash: false, after the same work. */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    return verifyPassword(password, stored ?? this.#nobodys);
  }

  /** A new hash for a matching password whose hash is outdated, else undefined; call it within `inTurn`. */
  async renewed(password: string, stored: string): Promise<string | undefined> {
    return isOutdated(stored, this.#cost) ? hashPassword(password, this.#cost) : undefined;
  }
}
