import {
  Collection,
  LeaseLost,
  WorkQueue,
  type HeldWork,
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

/** A queue of deliveries. */
interface DeliveryQueueOptions {
  readonly store: Store;
  readonly collection: string;
  /** The state of a delivery whose sender crashed: `waiting` if sending it twice does no harm. */
  readonly whenLost: 'uncertain' | 'waiting';
  readonly now: () => Date;
}

export type PastDelivery = Pick<Delivery, '_id' | 'createdAt'>;

/** Deliveries of a batch: an urgent one that comes meanwhile has to wait for them. */
export const batchSize = 10;

/** The queue of a route, with waiting and past deliveries: urgent ones first, then those due longest, of their users in turns. */
export class DeliveryQueue<Content> extends WorkQueue<Delivery<Content>> {
  readonly #stored: Collection<Delivery>;

  constructor({ store, collection: name, whenLost, now }: DeliveryQueueOptions) {
    const stored = new Collection<Delivery>(store, name, ...deliveryIndexes);
    const expiryOf = (state: DeliveryState) => new Date(now().getTime() + keptFor(state));
    const ended = (state: DeliveryState, reason: string) => ({
      state,
      reason,
      expiresAt: state === 'waiting' ? null : expiryOf(state),
    });
    const crashed = 'the process stopped while it sent this; the outcome is unknown';
    const hopeless = 'every attempt ended before the content was created';
    super({
      job: `send ${name}`,
      collection: stored.model.collection,
      waiting: { state: 'waiting' },
      marked: { state: 'sending' },
      failed: { state: { $in: ['failed', 'uncertain'] } },
      sort: { isUrgent: -1, dueAt: 1 },
      priority: 'isUrgent',
      owner: { path: 'userId', atOnce: batchSize },
      paths: { attempts: 'attempts', since: 'createdAt' },
      leaseMs,
      backoff: retryWaits,
      givenUp: (reason) => ended('failed', reason),
      lost: () => [
        {
          filter: { state: 'sending' },
          values: ended(whenLost, crashed),
          outcome: whenLost === 'waiting' ? 'retried' : whenLost,
        },
        {
          filter: {
            state: 'waiting',
            claim: { $ne: null },
            $or: [{ attempts: { $gte: maxAttempts } }, { retryUntil: { $lte: now() } }],
          },
          values: ended('failed', hopeless),
          outcome: 'failed',
        },
      ],
      isLateWhileFailing: true,
      now,
    });
    this.#stored = stored;
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
      $setOnInsert: initial(draft, this.now()),
      $addToSet: { notifications: { $each: notifications } },
    };
    return this.#stored.upsert({ _id, state: 'waiting' }, update);
  }

  /** The write that queues a delivery, unless its id was ever used. */
  insertionOnce({ _id, ...draft }: DeliveryDraft): Write {
    const update = { $setOnInsert: { ...initial(draft, this.now()), state: 'waiting' } };
    return this.#stored.upsert({ _id }, update);
  }

  /** Fails when the delivery is no longer waiting, because its content is then already created. */
  #addition(_id: string, notifications: readonly number[]): Write {
    const update = { $addToSet: { notifications: { $each: notifications } } };
    return this.#stored.update({ _id, state: 'waiting' }, update);
  }

  /**
   * Marks a delivery as being sent, with its content. Returns false when its lease was lost or it has more
   * notifications than when it was taken: then it is not sent, and waits again.
   */
  async begin(held: HeldWork<Delivery<Content>>, content: Content | null): Promise<boolean> {
    try {
      const hasSame = { notifications: { $size: held.piece.notifications.length } };
      await held.write({ state: 'sending', content }, hasSame);
      return true;
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      await held.giveBack();
      return false;
    }
  }

  /** Stores the outcome of a delivery. After a temporary failure it is retried with growing delays until `retryUntil`. */
  async settle(
    held: HeldWork<Delivery<Content>>,
    outcome: Outcome,
    values: { readonly content?: Content | null } = {},
  ): Promise<DeliveryState> {
    const { state } = outcome;
    if (state === 'waiting') {
      const next = await held.retry(outcome.reason, { state, ...values });
      return next === 'retried' ? 'waiting' : 'failed';
    }
    const reason = 'reason' in outcome ? outcome.reason : '';
    const expiresAt = new Date(this.now().getTime() + keptFor(state));
    await held.end(state, { state, reason, expiresAt, ...values });
    return state;
  }

  /** Drops a delivery that waits to be sent; returns false when it does not wait. */
  async cancelDelivery(_id: string, reason: string): Promise<boolean> {
    const expiresAt = new Date(this.now().getTime() + keptFor('dropped'));
    return (await this.cancel({ _id }, { state: 'dropped', reason, expiresAt })) > 0;
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
    const now = this.now();
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
