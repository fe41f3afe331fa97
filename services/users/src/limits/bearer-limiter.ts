import type { FailureCounter, FailureLimit } from './failure-counter.ts';
import { networkOf } from './network-of.ts';

/** Limits requests from an address with bearers that no site link accepts, like failed logins. */
export class BearerLimiter {
  readonly #failures: FailureCounter;
  readonly #perAddress: number;

  constructor(failures: FailureCounter, perAddress: number) {
    this.#failures = failures;
    this.#perAddress = perAddress;
  }

  /** @throws ServiceError `too_many_requests` with `retry_after` in seconds when the window is full. */
  async check(address: string): Promise<void> {
    await this.#failures.check('Too many attempts with tokens that are not valid.', [this.#limitOf(address)]);
  }

  async failed(address: string): Promise<void> {
    await this.#failures.count(this.#limitOf(address));
  }

  #limitOf(address: string): FailureLimit {
    return { key: `bearer ${networkOf(address)}`, max: this.#perAddress, then: 'window' };
  }
}
