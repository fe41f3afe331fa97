import { type Connection, type Model, Schema } from 'mongoose';
import { asMessage, counted, msg, type Message, ServiceError } from '@svc/contracts';

/** How many failures there may be: of whom or what, and the number. */
export interface FailureLimit {
  readonly key: string;
  readonly max: number;
  /**
   * `window`: what comes after the last one is refused until the window is over that the first one has opened. `delay`: the last
   * one and each that follows make the next attempt wait, first a second, then twice as long each time, up to a whole window.
   */
  readonly then: 'window' | 'delay';
}

/** The failed attempts of one key, since the first of them or, where each makes the next one wait, since a pause. */
interface FailedLogins {
  readonly _id: string;
  readonly failures: number;
  /** When they are forgotten. */
  readonly endsAt: Date;
  /** Until when further attempts are refused; null while there may be more. */
  readonly refusedUntil: Date | null;
}

const schema = new Schema<FailedLogins>(
  {
    _id: { type: String, required: true },
    failures: { type: Number, required: true },
    endsAt: { type: Date, required: true, expires: 0 },
    refusedUntil: { type: Date, default: null },
  },
  { versionKey: false, collection: 'failed_logins' },
);

/**
 * Counts failed attempts, and what there may be only so much of, in the database: all instances count together. MongoDB drops
 * what is over.
 */
export class FailureCounter {
  readonly #model: Model<FailedLogins>;
  readonly #windowSeconds: number;

  constructor(connection: Connection, windowSeconds: number) {
    this.#model = connection.model<FailedLogins>('FailedLogins', schema);
    this.#windowSeconds = windowSeconds;
  }

  /**
   * @param reason says for people what there was too much of: `Too many failed logins.`
   * @throws ServiceError `too_many_requests` with `retry_after` in seconds when one of the keys has to wait.
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

  /** One step in the database: two instances never count one failure instead of two. */
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
   * Counts so many more of what succeeds, before it is done: what is asked for at the same time is counted too.
   * @returns in how many seconds there may be more; 0 when there may be these.
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

  /** The next failure is the first one again. */
  async forget(key: string): Promise<void> {
    await this.#model.deleteOne({ _id: key });
  }
}

function secondsFromNow(amount: unknown): object {
  return { $dateAdd: { startDate: '$$NOW', unit: 'second', amount } };
}
