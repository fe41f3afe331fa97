import { createHash } from 'node:crypto';
import { foldText } from '../store/fold-text.ts';
import type { FailureCounter } from './failure-counter.ts';
import { networkOf } from './network-of.ts';

/** How many failed logins a window may have. */
export interface LoginLimits {
  readonly perAccount: number;
  readonly perAddress: number;
}

/** Whose login is tried, and from where. A name that no user has is limited like one that exists. */
export interface LoginAttempt {
  readonly userId: number | undefined;
  readonly name: string;
  readonly address: string;
}

/** Limits failed logins to one account, and those from one address. */
export class LoginLimiter {
  readonly #failures: FailureCounter;
  readonly #limits: LoginLimits;

  constructor(failures: FailureCounter, limits: LoginLimits) {
    this.#failures = failures;
    this.#limits = limits;
  }

  /** @throws ServiceError `too_many_requests` with `retry_after` in seconds when the window is full. */
  async check(attempt: LoginAttempt): Promise<void> {
    const { perAccount, perAddress } = this.#limits;
    await this.#failures.check('logins', [
      { key: accountKey(attempt), most: perAccount },
      { key: addressKey(attempt), most: perAddress },
    ]);
  }

  /** Counts a failed login. */
  async failed(attempt: LoginAttempt): Promise<void> {
    await Promise.all([accountKey(attempt), addressKey(attempt)].map((key) => this.#failures.count(key)));
  }

  /** A login succeeded: the account starts anew, the address does not. */
  async succeeded(attempt: LoginAttempt): Promise<void> {
    await this.#failures.forget(accountKey(attempt));
  }
}

/** Names that were typed in are kept as hashes: some of them are passwords in the wrong box. */
function accountKey({ userId, name }: LoginAttempt): string {
  if (userId !== undefined) return `user ${userId}`;
  return `name ${createHash('sha256').update(foldText(name)).digest('base64url')}`;
}

function addressKey({ address }: LoginAttempt): string {
  return `address ${networkOf(address)}`;
}
