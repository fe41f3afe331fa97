import type { Model, mongo, QueryFilter } from 'mongoose';
import {
  backoffMs,
  Lease,
  LeaseLost,
  unlessLost,
  type LeaseOptions,
  type Store,
  type Write,
} from '@svc/service-kit';
import { asDocument } from '../store/as-document.ts';
import { keptFor, leaseMs, maxAttempts, maxAgeMs, retryWaits } from './delivery-times.ts';
import { deliveryModel, type Delivery, type DeliveryState, type Outcome } from './delivery.ts';

/** What is to go out: nothing of it is sent before `dueAt`. */
export type DeliveryDraft = Pick<Delivery, '_id' | 'kind' | 'userId' | 'notifications' | 'dueAt'> &
  Partial<Pick<Delivery, 'retryUntil' | 'isUrgent' | 'message'>>;

/** What became of one that was taken, and what is kept of what it says. */
export interface Attempted<Content> {
  readonly taken: Delivery<Content>;
  readonly outcome: Outcome;
  readonly content: Content | null;
}

/** That there was a delivery, and when. */
export type PastDelivery = Pick<Delivery, '_id' | 'createdAt'>;

/** What waits to go out one way, and what became of it. Several instances take from it, each delivery goes to one. */
export class DeliveryQueue<Content> {
  readonly #store: Store;
  readonly #model: Model<Delivery>;
  readonly #now: () => Date;
  readonly #lease: LeaseOptions;

  constructor(store: Store, name: string, now: () => Date) {
    this.#store = store;
    this.#model = deliveryModel(store.connection, name);
    this.#now = now;
    const collection = this.#model.collection as unknown as mongo.Collection;
    this.#lease = { collection, holder: 'claim', until: 'dueAt', leaseMs, now };
  }

  /**
   * The writes that put these there. What is waiting already under the same id grows by the notifications that it does not
   * have; what has gone out is followed by another one. Of each notification one delivery tells.
   */
  async additions(drafts: readonly DeliveryDraft[]): Promise<Write[]> {
    if (drafts.length === 0) return [];
    const known = await this.#model
      .find({
        $or: [
          { _id: { $in: drafts.map(({ _id }) => _id) } },
          { notifications: { $in: drafts.flatMap(({ notifications }) => notifications) } },
        ],
      })
      .select({ state: 1, notifications: 1 })
      .lean<Pick<Delivery, '_id' | 'state' | 'notifications'>[]>();
    const queued = new Set(known.flatMap(({ notifications }) => notifications));
    return drafts.flatMap((draft) => {
      const notifications = draft.notifications.filter((id) => !queued.has(id));
      const existing = known.find(({ _id }) => _id === draft._id);
      const [first] = notifications;
      if (first === undefined) return [];
      if (existing?.state === 'waiting') return [this.#addition(draft._id, notifications)];
      const _id = existing ? `${draft._id}.${first}` : draft._id;
      return [this.insertion({ ...draft, _id, notifications })];
    });
  }

  /** The write that puts one there whose id nothing has yet. */
  insertion({ _id, notifications, ...draft }: DeliveryDraft): Write {
    const update = {
      $setOnInsert: initial(draft, this.#now()),
      $addToSet: { notifications: { $each: notifications } },
    };
    const filter = asDocument({ _id, state: 'waiting' });
    return { model: { name: 'updateOne', namespace: this.#namespace, filter, update, upsert: true } };
  }

  /** The write that puts one there, and does nothing where its id is taken, whatever has become of that one. */
  insertionOnce({ _id, ...draft }: DeliveryDraft): Write {
    const update = { $setOnInsert: { ...initial(draft, this.#now()), state: 'waiting' } };
    const filter = asDocument({ _id });
    return { model: { name: 'updateOne', namespace: this.#namespace, filter, update, upsert: true } };
  }

  /** Has to find it waiting still: who has taken it meanwhile does not look again. */
  #addition(_id: string, notifications: readonly number[]): Write {
    const update = { $addToSet: { notifications: { $each: notifications } } };
    const filter = asDocument({ _id, state: 'waiting' });
    return { model: { name: 'updateOne', namespace: this.#namespace, filter, update }, mustMatch: true };
  }

  get #namespace(): string {
    return this.#store.namespace(this.#model);
  }

  /** Takes up to so many for the time of a lease: the urgent ones, then those that have been due for longest. */
  async take(limit: number): Promise<readonly Delivery<Content>[]> {
    const filter = { state: 'waiting' };
    const sort = { isUrgent: -1, dueAt: 1 } as const;
    const set = { attempts: { $add: ['$attempts', 1] } };
    return Lease.acquireMany<Delivery<Content>>(this.#lease, { filter, sort, set, limit });
  }

  /** Gives back what was taken and not tried: it is due as before. */
  async giveBack(taken: readonly Delivery<Content>[]): Promise<void> {
    const held = taken.map(({ _id, claim }) => ({ _id, claim }));
    if (held.length === 0) return;
    await this.#model.updateMany(
      { $or: held },
      { $set: { claim: null, dueAt: this.#now() }, $inc: { attempts: -1 } },
    );
  }

  /**
   * From now on it may have gone out, with this content. False when it was lost to somebody else, or has more to tell than
   * when it was taken: then it is not sent, and waits again.
   */
  async begin(taken: Delivery<Content>, content: Content | null): Promise<boolean> {
    const { attempts, notifications } = taken;
    const lease = this.#leaseOf(taken);
    try {
      await lease.write({ state: 'sending', content }, { notifications: { $size: notifications.length } });
      return true;
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      await lease.release({ attempts: attempts - 1 }).catch(unlessLost);
      return false;
    }
  }

  /** Writes down what became of one that was taken. A refusal is tried again, later each time, until it is given up. */
  async settle(taken: Delivery<Content>, outcome: Outcome): Promise<DeliveryState> {
    const settled = this.#settled(taken, outcome);
    await this.#leaseOf(taken).release(settled).catch(unlessLost);
    return settled.state;
  }

  /**
   * The same for many at once, none of which has left the house: what has more to tell than when it was taken waits again. Answers the
   * states of those that are settled, by id.
   */
  async settleAll(attempted: readonly Attempted<Content>[]): Promise<ReadonlyMap<string, DeliveryState>> {
    const settled = attempted.map(({ taken, outcome, content }) => ({
      taken,
      values: { ...this.#settled(taken, outcome), content },
    }));
    const writes = settled.map(({ taken: { _id, claim, notifications }, values }) => ({
      updateOne: {
        filter: { _id, claim, notifications: { $size: notifications.length } },
        update: { $set: { ...values, claim: null } },
      },
    }));
    const { matchedCount } = await this.#model.bulkWrite(writes, { ordered: false });
    const grown = matchedCount === writes.length ? [] : await this.#stillHeld(attempted);
    await this.giveBack(grown);
    const open = new Set(grown.map(({ _id }) => _id));
    const over = settled.filter(({ taken }) => !open.has(taken._id));
    return new Map(over.map(({ taken, values }) => [taken._id, values.state]));
  }

  async #stillHeld(attempted: readonly Attempted<Content>[]): Promise<readonly Delivery<Content>[]> {
    const held = attempted.map(({ taken: { _id, claim } }) => ({ _id, claim }));
    return this.#model.find({ $or: held }).lean<Delivery<Content>[]>();
  }

  #settled({ attempts, retryUntil, dueAt }: Delivery<Content>, outcome: Outcome) {
    const next = new Date(this.#now().getTime() + backoffMs(retryWaits, attempts));
    const state = outcome.state === 'waiting' && next > retryUntil ? 'failed' : outcome.state;
    const reason = 'reason' in outcome ? outcome.reason : '';
    const times = state === 'waiting' ? { dueAt: next } : { dueAt, expiresAt: this.#expiry(state) };
    return { state, reason, ...times };
  }

  #leaseOf({ _id, claim }: Delivery<Content>): Lease {
    return new Lease(this.#lease, _id, claim ?? '');
  }

  #expiry(state: DeliveryState): Date {
    return new Date(this.#now().getTime() + keptFor(state));
  }

  /**
   * What somebody began to send and never said what became of it; then what was taken many times, or for days, and never got
   * as far, which is given up. Each is handed out once, to one instance.
   */
  async takeLost(becomes: 'uncertain' | 'waiting'): Promise<Delivery<Content> | null> {
    const isHopeless = [{ attempts: { $gte: maxAttempts } }, { retryUntil: { $lte: this.#now() } }];
    const lost = 'whoever sent it ended before it was known whether it went out';
    const hopeless = 'whoever took it ended before it was made, time and again';
    return (
      (await this.#end({ state: 'sending' }, becomes, lost)) ??
      this.#end({ state: 'waiting', claim: { $ne: null }, $or: isHopeless }, 'failed', hopeless)
    );
  }

  async #end(
    filter: QueryFilter<Delivery>,
    state: DeliveryState,
    reason: string,
  ): Promise<Delivery<Content> | null> {
    const expiresAt = state === 'waiting' ? null : this.#expiry(state);
    return this.#model
      .findOneAndUpdate(
        { ...filter, dueAt: { $lte: this.#now() } },
        { $set: { state, reason, claim: null, expiresAt } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      )
      .lean<Delivery<Content>>();
  }

  /** When there is something to do next. */
  async nextAt(): Promise<Date | undefined> {
    const changing = ['waiting', 'sending'] as const;
    const times = changing.map(async (state) =>
      this.#model.findOne({ state }).sort({ dueAt: 1 }).select({ dueAt: 1 }).lean<Pick<Delivery, 'dueAt'>>(),
    );
    const found = (await Promise.all(times)).flatMap((each) => (each ? [each.dueAt.getTime()] : []));
    return found.length === 0 ? undefined : new Date(Math.min(...found));
  }

  /** The newest ones, of one state if it is given. */
  async list(limit: number, state?: DeliveryState): Promise<Delivery<Content>[]> {
    const filter = state === undefined ? {} : { state };
    return this.#model.find(filter).sort({ createdAt: -1, _id: 1 }).limit(limit).lean<Delivery<Content>[]>();
  }

  async byId(_id: string): Promise<Delivery<Content> | null> {
    return this.#model.findById(_id).lean<Delivery<Content>>();
  }

  /** The newest ones of a kind to a user. */
  async newestOf(
    limit: number,
    { userId, kind }: Pick<Delivery, 'userId' | 'kind'>,
  ): Promise<PastDelivery[]> {
    return this.#model
      .find({ userId, kind })
      .sort({ createdAt: -1 })
      .limit(limit)
      .select({ createdAt: 1 })
      .lean<PastDelivery[]>();
  }

  /** One that is over, waiting as if it were new, and the write that makes it so. */
  retrial(over: Delivery<Content>): { next: Delivery<Content>; write: Write } {
    const now = this.#now();
    const retryUntil = new Date(now.getTime() + maxAgeMs);
    const changed = {
      state: 'waiting',
      reason: '',
      attempts: 0,
      dueAt: now,
      retryUntil,
      expiresAt: null,
    } as const;
    const filter = asDocument({ _id: over._id, state: over.state });
    const update = { $set: changed };
    return {
      next: { ...over, ...changed },
      write: { model: { name: 'updateOne', namespace: this.#namespace, filter, update }, mustMatch: true },
    };
  }
}

/** What a new one has besides its id, where the draft does not say otherwise. */
function initial(draft: Omit<DeliveryDraft, '_id' | 'notifications'>, createdAt: Date): object {
  return {
    retryUntil: new Date(draft.dueAt.getTime() + maxAgeMs),
    isUrgent: false,
    ...draft,
    attempts: 0,
    claim: null,
    reason: '',
    content: null,
    createdAt,
    expiresAt: null,
  };
}
