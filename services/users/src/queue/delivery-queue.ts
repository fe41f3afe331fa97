import type { mongo, QueryFilter } from 'mongoose';
import { backoffMs } from '@svc/service-kit';
import {
  Collection,
  Lease,
  LeaseLost,
  unlessLost,
  type LeaseOptions,
  type Store,
  type Write,
} from '@svc/service-kit/store';
import {
  keptFor,
  leaseMs,
  maxAttempts,
  maxAgeMs,
  retryWaits,
  deliveryIndexes,
  type Delivery,
  type DeliveryState,
  type Outcome,
} from './delivery.ts';

/** A delivery to be queued; it is not sent before `dueAt`. */
export type DeliveryDraft = Pick<Delivery, '_id' | 'kind' | 'userId' | 'notifications' | 'dueAt'> &
  Partial<Pick<Delivery, 'retryUntil' | 'isUrgent' | 'message'>>;

interface Attempted<Content> {
  readonly taken: Delivery<Content>;
  readonly outcome: Outcome;
  readonly content: Content | null;
}

/** How long a delivery may be due, in milliseconds, before the queue counts as stuck. */
const stuckMs = 10 * 60_000;

export type PastDelivery = Pick<Delivery, '_id' | 'createdAt'>;

/**
 * The queue of a route, with waiting and past deliveries. Several instances take from it; each delivery goes to one of
 * them.
 */
export class DeliveryQueue<Content> {
  readonly #stored: Collection<Delivery>;
  readonly #now: () => Date;
  readonly #lease: LeaseOptions;

  /** Counts the deliveries that are due for ten minutes, or have failed for as long. Digests that wait for their time do not count. */
  async stuck(): Promise<number> {
    const before = { $lt: new Date(this.#now().getTime() - stuckMs) };
    const isStuck = { $or: [{ dueAt: before }, { attempts: { $gt: 0 }, createdAt: before }] };
    return this.#stored.model.countDocuments({ state: 'waiting', ...isStuck });
  }

  constructor(store: Store, name: string, now: () => Date) {
    this.#stored = new Collection<Delivery>(store, name, ...deliveryIndexes);
    this.#now = now;
    const collection = this.#stored.model.collection as unknown as mongo.Collection;
    this.#lease = { collection, holder: 'claim', until: 'dueAt', leaseMs, now };
  }

  /**
   * The writes that queue these drafts. A waiting delivery with the same id gets the additional notifications; if the
   * delivery with this id is no longer waiting, a new one follows. Each notification is in one delivery only.
   */
  async additions(drafts: readonly DeliveryDraft[]): Promise<Write[]> {
    if (drafts.length === 0) return [];
    const known = await this.#stored.model
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

  /** The write that queues a delivery with an id not used yet. */
  insertion({ _id, notifications, ...draft }: DeliveryDraft): Write {
    const update = {
      $setOnInsert: initial(draft, this.#now()),
      $addToSet: { notifications: { $each: notifications } },
    };
    return this.#stored.upsert({ _id, state: 'waiting' }, update);
  }

  /** The write that queues a delivery, unless its id was ever used. */
  insertionOnce({ _id, ...draft }: DeliveryDraft): Write {
    const update = { $setOnInsert: { ...initial(draft, this.#now()), state: 'waiting' } };
    return this.#stored.upsert({ _id }, update);
  }

  /** Fails when the delivery is no longer waiting, because its content is then already created. */
  #addition(_id: string, notifications: readonly number[]): Write {
    const update = { $addToSet: { notifications: { $each: notifications } } };
    return this.#stored.update({ _id, state: 'waiting' }, update);
  }

  /** Acquires leases for up to `limit` deliveries: urgent ones first, then those due longest. */
  async take(limit: number): Promise<readonly Delivery<Content>[]> {
    const filter = { state: 'waiting' };
    const sort = { isUrgent: -1, dueAt: 1 } as const;
    const set = { attempts: { $add: ['$attempts', 1] } };
    return Lease.acquireMany<Delivery<Content>>(this.#lease, { filter, sort, set, limit });
  }

  /** Returns deliveries that were not attempted; they are due immediately. */
  async giveBack(taken: readonly Delivery<Content>[]): Promise<void> {
    const held = taken.map(({ _id, claim }) => ({ _id, claim }));
    if (held.length === 0) return;
    await this.#stored.model.updateMany(
      { $or: held },
      { $set: { claim: null, dueAt: this.#now() }, $inc: { attempts: -1 } },
    );
  }

  /**
   * Marks a delivery as being sent, with its content. Returns false when its lease was lost or it has more
   * notifications than when it was acquired: then it is not sent, and waits again.
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

  /** Stores the outcome of a delivery. After a temporary failure it is retried with growing delays until `retryUntil`. */
  async settle(taken: Delivery<Content>, outcome: Outcome): Promise<DeliveryState> {
    const settled = this.#settled(taken, outcome);
    await this.#leaseOf(taken).release(settled).catch(unlessLost);
    return settled.state;
  }

  /**
   * Like `settle` for many deliveries, none of which was sent: those with more notifications than when they were
   * acquired wait again. Returns the states of the settled ones, by id.
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
    const { matchedCount } = await this.#stored.model.bulkWrite(writes, { ordered: false });
    const grown = matchedCount === writes.length ? [] : await this.#stillHeld(attempted);
    await this.giveBack(grown);
    const open = new Set(grown.map(({ _id }) => _id));
    const over = settled.filter(({ taken }) => !open.has(taken._id));
    return new Map(over.map(({ taken, values }) => [taken._id, values.state]));
  }

  async #stillHeld(attempted: readonly Attempted<Content>[]): Promise<readonly Delivery<Content>[]> {
    const held = attempted.map(({ taken: { _id, claim } }) => ({ _id, claim }));
    return this.#stored.model.find({ $or: held }).lean<Delivery<Content>[]>();
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
   * Settles one lost delivery: one whose sender crashed, else one that was acquired too often or for too long without
   * being sent, which has failed. Each is returned once, to one instance.
   */
  async takeLost(becomes: 'uncertain' | 'waiting'): Promise<Delivery<Content> | null> {
    const isHopeless = [{ attempts: { $gte: maxAttempts } }, { retryUntil: { $lte: this.#now() } }];
    const lost = 'the process stopped while it sent this; the outcome is unknown';
    const hopeless = 'every attempt ended before the content was created';
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
    return this.#stored.model
      .findOneAndUpdate(
        { ...filter, dueAt: { $lte: this.#now() } },
        { $set: { state, reason, claim: null, expiresAt } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      )
      .lean<Delivery<Content>>();
  }

  /** The time of the next due delivery or expired lease. */
  async nextAt(): Promise<Date | undefined> {
    const changing = ['waiting', 'sending'] as const;
    const times = changing.map(async (state) =>
      this.#stored.model
        .findOne({ state })
        .sort({ dueAt: 1 })
        .select({ dueAt: 1 })
        .lean<Pick<Delivery, 'dueAt'>>(),
    );
    const found = (await Promise.all(times)).flatMap((each) => (each ? [each.dueAt.getTime()] : []));
    return found.length === 0 ? undefined : new Date(Math.min(...found));
  }

  async list(limit: number, state?: DeliveryState): Promise<Delivery<Content>[]> {
    const filter = state === undefined ? {} : { state };
    return this.#stored.model
      .find(filter)
      .sort({ createdAt: -1, _id: 1 })
      .limit(limit)
      .lean<Delivery<Content>[]>();
  }

  async byId(_id: string): Promise<Delivery<Content> | null> {
    return this.#stored.model.findById(_id).lean<Delivery<Content>>();
  }

  async newestOf(
    limit: number,
    { userId, kind }: Pick<Delivery, 'userId' | 'kind'>,
  ): Promise<PastDelivery[]> {
    return this.#stored.model
      .find({ userId, kind })
      .sort({ createdAt: -1 })
      .limit(limit)
      .select({ createdAt: 1 })
      .lean<PastDelivery[]>();
  }

  /** A past delivery, queued again as if it were new, and the write for it. */
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
    const write = this.#stored.update({ _id: over._id, state: over.state }, { $set: changed });
    return { next: { ...over, ...changed }, write };
  }
}

/** The initial properties of a delivery, except its id and notifications; the draft overrides defaults. */
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
