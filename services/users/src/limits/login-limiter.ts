import { createHash } from 'node:crypto';
import { foldText } from '../model/names.ts';
import type { FailureCounter, FailureLimit } from './failure-counter.ts';
import type { LoginNetworks } from './login-networks.ts';
import { networkOf } from './network-of.ts';

/** The numbers of failed logins before each limit applies. */
export interface LoginLimits {
  /** For an account and an address, before each further failure delays the next attempt. */
  readonly perPair: number;
  /** For an account, from all addresses, in a window. */
  readonly perAccount: number;
  /** For an address, to all accounts, in a window. */
  readonly perAddress: number;
}

export interface LoginAttempt {
  readonly userId: number | undefined;
  readonly name: string;
  readonly address: string;
}

const nobody = 0;

/**
 * Limits failed logins by account and address, by account, and by address. The limit by account does not apply to
 * addresses from which the account's user has logged in, so that others cannot lock them out. The account is the name
 * as entered, whether it exists or not: a refusal reveals neither which names exist nor which two belong to one user.
 */
export class LoginLimiter {
  readonly #failures: FailureCounter;
  readonly #addresses: LoginNetworks;
  readonly #limits: LoginLimits;

  constructor(failures: FailureCounter, addresses: LoginNetworks, limits: LoginLimits) {
    this.#failures = failures;
    this.#addresses = addresses;
    this.#limits = limits;
  }

  /** @throws ServiceError `too_many_requests` with `retry_after` in seconds when one of the limits is reached. */
  async check(attempt: LoginAttempt): Promise<void> {
    const { pair, account, address } = this.#limitsOf(attempt);
    const isKnown = await this.#addresses.has(attempt.userId ?? nobody, attempt.address);
    await this.#failures.check(
      'Too many failed logins.',
      isKnown ? [pair, address] : [pair, account, address],
    );
  }

  async failed(attempt: LoginAttempt): Promise<void> {
    const { pair, account, address } = this.#limitsOf(attempt);
    await Promise.all([pair, account, address].map((limit) => this.#failures.count(limit)));
  }

  /**
   * After a login the count for the account and address starts again. That of the address does not: otherwise logging
   * in to one's own account would allow further guesses at others.
   */
  async succeeded(attempt: LoginAttempt & { readonly userId: number }): Promise<void> {
    await this.#failures.forget(this.#limitsOf(attempt).pair.key);
    await this.#addresses.remember(attempt.userId, attempt.address);
  }

  #limitsOf({ name, address }: LoginAttempt): Record<'pair' | 'account' | 'address', FailureLimit> {
    const { perPair, perAccount, perAddress } = this.#limits;
    const network = networkOf(address);
    const account = keyOf(name);
    return {
      pair: { key: `${account} from ${network}`, max: perPair, then: 'delay' },
      account: { key: account, max: perAccount, then: 'window' },
      address: { key: `address ${network}`, max: perAddress, then: 'window' },
    };
  }
}

/** Entered names are hashed: some of them are passwords typed into the wrong field. */
function keyOf(name: string): string {
  return `name ${createHash('sha256').update(foldText(name)).digest('base64url')}`;
}
