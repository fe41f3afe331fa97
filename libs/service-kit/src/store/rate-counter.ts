import type { Connection, Model } from 'mongoose';
import { asMessage, counted, msg, type Message, ServiceError } from '@svc/contracts';
import { storedModel } from './stored-model.ts';

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

/** The failures, or other actions, of a key: with `window` since the first one, with `delay` since the last pause. */
interface Counted {
  readonly _id: string;
  readonly failures: number;
  readonly endsAt: Date;
  /** When attempts are accepted again; null while they are. */
  readonly refusedUntil: Date | null;
}

/**
 * Counts failures, and other limited actions, in a collection of their own, so that all instances count together. A TTL index
 * deletes expired counts.
 */
export class RateCounter {
  readonly #model: Model<Counted>;
  readonly #windowSeconds: number;

  constructor(connection: Connection, collection: string, windowSeconds: number) {
    this.#model = storedModel<Counted>(connection, collection, [{ endsAt: 1 }, { expireAfterSeconds: 0 }]);
    this.#windowSeconds = windowSeconds;
  }

  /**
   * @param reason the beginning of the message to users: `Too many failed logins.`
   * @throws ServiceError `too_many_requests` with `retry_after` in seconds when one of the limits is reached.
   */
  async check(reason: Message, limits: readonly FailureLimit[]): Promise<void> {
    const refused = await this.#model
      .find({ _id: { $in: limits.map(({ key }) => key) }, refusedUntil: { $gt: new Date() } })
      .lean<Counted[]>();
    if (refused.length === 0) return;
    const end = Math.max(...refused.map(({ refusedUntil }) => refusedUntil?.getTime() ?? 0));
    const seconds = Math.max(1, Math.ceil((end - Date.now()) / 1000));
    throw refusal(reason, seconds);
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

  /**
   * Counts one action of a key before it is done.
   * @param reason the beginning of the message to users.
   * @throws ServiceError `too_many_requests` with `retry_after` in seconds when there were `max` in the window.
   */
  async limit(reason: Message, { key, max }: Pick<FailureLimit, 'key' | 'max'>): Promise<void> {
    const seconds = await this.take(key, 1, max);
    if (seconds > 0) throw refusal(reason, seconds);
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

function refusal(reason: Message, seconds: number): ServiceError {
  return new ServiceError(
    'too_many_requests',
    msg`${asMessage(reason)} Try again in ${counted(seconds)} seconds.`,
    { data: { retry_after: seconds } },
  );
}

function secondsFromNow(amount: unknown): object {
  return { $dateAdd: { startDate: '$$NOW', unit: 'second', amount } };
}
