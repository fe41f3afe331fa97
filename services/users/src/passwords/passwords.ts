import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue, type FairQueueOptions, type Turn } from '@svc/service-kit';
import {
  hashImported,
  hashPassword,
  isImportedHash,
  isOutdated,
  unknowablePassword,
  verifyPassword,
  type Argon2Cost,
} from './hash-password.ts';

/** Node's pool has four threads by default; one stays free for other work, however many logins there are. */
const places = Math.min(3, availableParallelism());

/** The longest time for which a refusal waits, in milliseconds. */
const maxRefusalMs = 1_000;

/** Hashes and verifies passwords, which takes time and memory by design: few at once, and never all for one caller. */
export class Passwords {
  readonly #queue: FairQueue;
  readonly #cost: Argon2Cost;
  readonly #nobodys: string;
  /** The longest time that verifying an imported password took, in milliseconds. */
  #importedMs = 0;

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

  /** The hash to store for a password of which WordPress's hash is known; undefined for one of another kind. */
  async hashImported(hash: string, turn: Turn): Promise<string | undefined> {
    return this.inTurn(turn, () => hashImported(hash, this.#cost));
  }

  /**
   * Whether a password matches a stored hash; call it within `inTurn`. Without a stored hash: false, after the same work. Imported passwords
   * take longer: so do all refusals then, or their time would show which accounts exist and have not been used.
   */
  async matches(password: string, stored = this.#nobodys): Promise<boolean> {
    const startedAt = performance.now();
    const isRight = await verifyPassword(password, stored);
    const took = performance.now() - startedAt;
    if (isImportedHash(stored)) this.#importedMs = Math.min(maxRefusalMs, Math.max(this.#importedMs, took));
    if (!isRight && this.#importedMs > took) await delay(this.#importedMs - took);
    return isRight;
  }

  /** A new hash for a matching password whose hash is outdated, else undefined; call it within `inTurn`. */
  async renewed(password: string, stored: string): Promise<string | undefined> {
    return isOutdated(stored, this.#cost) ? hashPassword(password, this.#cost) : undefined;
  }
}
