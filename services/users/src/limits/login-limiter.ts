import { createHash } from 'node:crypto';
import { foldText } from '../model/fold-text.ts';
import type { FailureCounter, FailureLimit } from './failure-counter.ts';
import type { LoginNetworks } from './login-networks.ts';
import { networkOf } from './network-of.ts';

/** How many failed logins there may be. */
export interface LoginLimits {
  /** To one account from one address, before each further one makes the next wait. */
  readonly perPair: number;
  /** To one account from all addresses, in a window. */
  readonly perAccount: number;
  /** From one address to all accounts, in a window. */
  readonly perAddress: number;
}

/** Whose login is tried, and from where. */
export interface LoginAttempt {
  readonly userId: number | undefined;
  readonly name: string;
  readonly address: string;
}

/** No user has this id. */
const nobody = 0;

/**
 * Limits failed logins: those to one account from one address, those to one account, and those from one address. The second limit
 * does not count for addresses from which its owner has logged in: strangers cannot lock them out. An account is the name that was
 * typed, whether anybody has it or not: what is refused tells nobody which names there are, or which two are one user's.
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

  /** Counts a failed login. */
  async failed(attempt: LoginAttempt): Promise<void> {
    const { pair, account, address } = this.#limitsOf(attempt);
    await Promise.all([pair, account, address].map((limit) => this.#failures.count(limit)));
  }

  /** A login succeeded: there the account starts anew. The address does not, or one account of one's own would be a way to guess at others. */
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

/** Names that were typed in are kept as hashes: some of them are passwords in the wrong box. */
function keyOf(name: string): string {
  return `name ${createHash('sha256').update(foldText(name)).digest('base64url')}`;
}
