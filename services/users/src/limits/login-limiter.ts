import { createHash } from 'node:crypto';
import { foldText } from '../model/names.ts';
import type { FailureLimit, RateCounter } from '@svc/service-kit/store';
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

export type LoginLimiter = ReturnType<typeof loginLimiter>;

/**
 * Limits failed logins by account and address, by account, and by address. To addresses from which the account's user has
 * logged in only the first limit applies, so that others, even from the same address, cannot lock them out. The account is the name
 * as entered, whether it exists or not: a refusal reveals neither which names exist nor which two belong to one user.
 */
export function loginLimiter(failures: RateCounter, networks: LoginNetworks, limits: LoginLimits) {
  return {
    /** @throws ServiceError `too_many_requests` with `retry_after` in seconds when one of the limits is reached. */
    async check(attempt: LoginAttempt): Promise<void> {
      const { pair, account, address } = limitsOf(attempt, limits);
      const isKnown = await networks.has(attempt.userId ?? nobody, attempt.address);
      const applied = isKnown ? [pair] : [pair, account, address];
      await failures.check('Too many failed logins.', applied);
    },

    async failed(attempt: LoginAttempt): Promise<void> {
      await Promise.all(Object.values(limitsOf(attempt, limits)).map((limit) => failures.count(limit)));
    },

    /**
     * After a login the count for the account and address starts again. The count for the address does not: otherwise logging
     * in to one's own account would allow further guesses at others.
     */
    async succeeded(attempt: LoginAttempt & { readonly userId: number }): Promise<void> {
      await failures.forget(limitsOf(attempt, limits).pair.key);
      await networks.remember(attempt.userId, attempt.address);
    },
  };
}

function limitsOf({ name, address }: LoginAttempt, { perPair, perAccount, perAddress }: LoginLimits) {
  const network = networkOf(address);
  const account = keyOf(name);
  return {
    pair: { key: `${account} from ${network}`, max: perPair, then: 'delay' },
    account: { key: account, max: perAccount, then: 'window' },
    address: { key: `address ${network}`, max: perAddress, then: 'window' },
  } as const satisfies Record<string, FailureLimit>;
}

/** Entered names are hashed: some of them are passwords typed into the wrong field. */
function keyOf(name: string): string {
  return `name ${createHash('sha256').update(foldText(name)).digest('base64url')}`;
}
