import type { Connection, Model } from 'mongoose';
import { say, saying, ServiceError, type Saying } from '@svc/contracts';
import { failedLoginsModel, type FailedLogins } from './failed-logins.ts';

/** How many failures a window may have: of whom or what, and the number. */
export interface FailureLimit {
  readonly key: string;
  readonly most: number;
}

/** Counts failed attempts in the database, so that all instances count together, in windows that the first one opens. */
export class FailureCounter {
  readonly #model: Model<FailedLogins>;
  readonly #windowSeconds: number;

  constructor(connection: Connection, windowSeconds: number) {
    this.#model = failedLoginsModel(connection);
    this.#windowSeconds = windowSeconds;
  }

  /**
   * @param what names the attempts for people: `logins`.
   * @throws ServiceError `too_many_requests` with `retry_after` in seconds when one of the windows is full.
   */
  async check(what: Saying, limits: readonly FailureLimit[]): Promise<void> {
    const full = await this.#model
      .find({
        endsAt: { $gt: new Date() },
        $or: limits.map(({ key, most }) => ({ _id: key, failures: { $gte: most } })),
      })
      .lean<FailedLogins[]>();
    if (full.length === 0) return;
    const end = Math.max(...full.map(({ endsAt }) => endsAt.getTime()));
    const seconds = Math.max(1, Math.ceil((end - Date.now()) / 1000));
    throw new ServiceError(
      'too_many_requests',
      say`Too many failed ${saying(what)}. Try again in ${seconds} ${saying(seconds === 1 ? 'second' : 'seconds')}.`,
      { data: { retry_after: seconds } },
    );
  }

  /** One step in the database: two instances never count one failure instead of two. */
  async count(key: string): Promise<void> {
    const isOpen = { $gt: ['$endsAt', '$$NOW'] };
    const end = { $dateAdd: { startDate: '$$NOW', unit: 'second', amount: this.#windowSeconds } };
    const step = {
      failures: { $cond: [isOpen, { $add: ['$failures', 1] }, 1] },
      endsAt: { $cond: [isOpen, '$endsAt', end] },
    };
    await this.#model.updateOne({ _id: key }, [{ $set: step }], { upsert: true, updatePipeline: true });
  }

  /** The next failure is the first one again. */
  async forget(key: string): Promise<void> {
    await this.#model.deleteOne({ _id: key });
  }
}
