import { ServiceError, type Actor } from '@svc/contracts';

/** The maximum number of event streams that this process serves at the same time. */
export interface StreamLimits {
  readonly ofUser: number;
  readonly ofAddress: number;
}

/** Seconds after which a client should try again. */
const retryAfter = 10;

/** Counts the open event streams of each user, or site link, and of each network address. */
export class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #counts = new Map<string, number>();

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /**
   * Counts one more stream; returns the function that ends counting it.
   * @throws ServiceError `too_many_requests` at the limit of the user or the address.
   */
  enter({ userId, siteLinkId = 0 }: Pick<Actor, 'userId' | 'siteLinkId'>, address: string): () => void {
    const user = `user ${userId} ${siteLinkId}`;
    const from = `address ${address}`;
    if (this.#countOf(user) >= this.#limits.ofUser || this.#countOf(from) >= this.#limits.ofAddress)
      throw tooMany();
    this.#add(user, 1);
    this.#add(from, 1);
    return () => {
      this.#add(user, -1);
      this.#add(from, -1);
    };
  }

  #countOf(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  #add(key: string, change: 1 | -1): void {
    const count = this.#countOf(key) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

function tooMany(): ServiceError {
  return new ServiceError(
    'too_many_requests',
    'This user or this address has too many open event streams; close one, or try again later.',
    { data: { retry_after: retryAfter } },
  );
}
