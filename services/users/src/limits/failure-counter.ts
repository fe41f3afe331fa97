import type { Connection, Model } from 'mongoose';
import { asMessage, counted, msg, type Message, ServiceError } from '@svc/contracts';
import { storedModel } from '@svc/service-kit/store';

export interface FailureLimit {
  readonly key: string;
  readonly max: number;
  /**
   * `window`: after `max` failures further attempts are refused until the window ends that the first failure opened.
   * `delay`: from failure number `max` on, each delays the next attempt, first by a second, then by twice as long each
   * time, up to the length of a window.
   */
  readonly then: 'window' | 'delay';
}

/** The failures of a key: with `window` since the first one, with `delay` since the last pause. */
interface FailedLogins {
  readonly _id: string;
  readonly failures: number;
  readonly endsAt: Date;
  /** When attempts are accepted again; null while they are. */
  readonly refusedUntil: Date | null;
}

/**
 * Counts failures, and other limited actions, in the database, so that all instances count together. A TTL index
 * deletes expired counts.
 */
export class FailureCounter {
  readonly #model: Model<FailedLogins>;
  readonly #windowSeconds: number;

  constructor(connection: Connection, windowSeconds: number) {
    this.#model = storedModel<FailedLogins>(connection, 'failed_logins', [
      { endsAt: 1 },
      { expireAfterSeconds: 0 },
    ]);
    this.#windowSeconds = windowSeconds;
  }

  /**
   * @param reason the beginning of the message to users: `Too many failed logins.`
   * @throws ServiceError `too_many_requests` with `retry_after` in seconds when one of the limits is reached.
   */
  async check(reason: Message, limits: readonly FailureLimit[]): Promise<void> {
    const refused = await this.#model
      .find({ _id: { $in: limits.map(({ key }) => key) }, refusedUntil: { $gt: new Date() } })
      .lean<FailedLogins[]>();
    if (refused.length === 0) return;
    const end = Math.max(...refused.map(({ refusedUntil }) => refusedUntil?.getTime() ?? 0));
    const seconds = Math.max(1, Math.ceil((end - Date.now()) / 1000));
    throw new ServiceError(
      'too_many_requests',
      msg`${asMessage(reason)} Try again in ${counted(seconds)} seconds.`,
      { data: { retry_after: seconds } },
    );
  }

  /** Counts a failure in one atomic update, so that no concurrent failure is lost. */
  async count({ key, max, then }: FailureLimit): Promise<void> {
    const isFull = { $gte: ['$failures', max] };
    const delay = { $min: [{ $pow: [2, { $subtract: ['$failures', max] }] }, this.#windowSeconds] };
    const refused =
      then === 'window'
        ? { refusedUntil: { $cond: [isFull, '$endsAt', null] } }
        : {
            refusedUntil: { $cond: [isFull, secondsFromNow({ $toLong: delay }), null] },
            endsAt: secondsFromNow(2 * this.#windowSeconds),
          };
    const steps = [this.#counting(1), { $set: refused }];
    await this.#model.updateOne({ _id: key }, steps, { upsert: true, updatePipeline: true });
  }

  /**
   * Counts actions before they are done, so that concurrent requests are included.
   * @returns the seconds until there may be more; 0 when these are permitted.
   */
  async take(key: string, amount: number, max: number): Promise<number> {
    const options = { upsert: true, updatePipeline: true, returnDocument: 'after' } as const;
    const counted = await this.#model
      .findOneAndUpdate({ _id: key }, [this.#counting(amount)], options)
      .lean();
    if (!counted || counted.failures <= max) return 0;
    return Math.max(1, Math.ceil((counted.endsAt.getTime() - Date.now()) / 1000));
  }

  #counting(amount: number) {
    const isOpen = { $gt: ['$endsAt', '$$NOW'] };
    return {
      $set: {
        failures: { $cond: [isOpen, { $add: ['$failures', amount] }, amount] },
        endsAt: { $cond: [isOpen, '$endsAt', secondsFromNow(this.#windowSeconds)] },
      },
    };
  }

  async forget(key: string): Promise<void> {
    await this.#model.deleteOne({ _id: key });
  }
}

function secondsFromNow(amount: unknown): object {
  return { $dateAdd: { startDate: '$$NOW', unit: 'second', amount } };
}
