import { createHash } from 'node:crypto';
import type { Connection, Model } from 'mongoose';
import { ServiceError } from '@svc/contracts';
import { foldText } from '../store/fold-text.ts';
import { failedLoginsModel, type FailedLogins } from './failed-logins.ts';
import { networkOf } from './network-of.ts';

/** How many failed logins a window of so many seconds may have. */
export interface LoginLimits {
  readonly perAccount: number;
  readonly perAddress: number;
  readonly windowSeconds: number;
}

/** Whose login is tried, and from where. A name that no user has is limited like one that exists. */
export interface LoginAttempt {
  readonly userId: number | undefined;
  readonly name: string;
  readonly address: string;
}

/** Counts failed logins in the database, so that all instances count together. */
export class LoginLimiter {
  readonly #model: Model<FailedLogins>;
  readonly #limits: LoginLimits;

  constructor(connection: Connection, limits: LoginLimits) {
    this.#model = failedLoginsModel(connection);
    this.#limits = limits;
  }

  /** @throws ServiceError `too_many_requests` with `retry_after` in seconds when the window is full. */
  async check(attempt: LoginAttempt): Promise<void> {
    const { perAccount, perAddress } = this.#limits;
    const full = await this.#model
      .find({
        endsAt: { $gt: new Date() },
        $or: [
          { _id: accountKey(attempt), failures: { $gte: perAccount } },
          { _id: addressKey(attempt), failures: { $gte: perAddress } },
        ],
      })
      .lean<FailedLogins[]>();
    if (full.length === 0) return;
    const end = Math.max(...full.map(({ endsAt }) => endsAt.getTime()));
    const seconds = Math.max(1, Math.ceil((end - Date.now()) / 1000));
    throw new ServiceError(
      'too_many_requests',
      `Too many failed logins. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      { data: { retry_after: seconds } },
    );
  }

  /** Counts a failed login. */
  async failed(attempt: LoginAttempt): Promise<void> {
    await Promise.all([this.#count(accountKey(attempt)), this.#count(addressKey(attempt))]);
  }

  /** A login succeeded: the account starts anew, the address does not. */
  async succeeded(attempt: LoginAttempt): Promise<void> {
    await this.#model.deleteOne({ _id: accountKey(attempt) });
  }

  /** One step in the database: two instances never count one failure instead of two. */
  async #count(key: string): Promise<void> {
    const isOpen = { $gt: ['$endsAt', '$$NOW'] };
    const end = { $dateAdd: { startDate: '$$NOW', unit: 'second', amount: this.#limits.windowSeconds } };
    const step = {
      failures: { $cond: [isOpen, { $add: ['$failures', 1] }, 1] },
      endsAt: { $cond: [isOpen, '$endsAt', end] },
    };
    await this.#model.updateOne({ _id: key }, [{ $set: step }], { upsert: true, updatePipeline: true });
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
