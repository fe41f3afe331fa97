import type { Connection, Model } from 'mongoose';
import { asDocument, storedModel } from '@svc/service-kit/store';

/** The maximum number of views per user: a late notification is about one of the records viewed last. */
const maxViews = 200;
/** As long as events stay in the stream. */
const keptSeconds = 7 * 24 * 60 * 60;

/** The last time a user viewed a record. */
export interface LastView {
  readonly userId: number;
  readonly recordId: number;
  readonly at: Date;
}

type OwnView = Omit<LastView, 'userId'>;

interface StoredViews {
  readonly _id: number;
  readonly views: readonly OwnView[];
  readonly at: Date;
}

/** The users' last views, for notifications that are created after the view that makes them read. */
export class LastViews {
  readonly #model: Model<StoredViews>;

  constructor(connection: Connection) {
    this.#model = storedModel<StoredViews>(connection, 'last_views', [
      { at: 1 },
      { expireAfterSeconds: keptSeconds },
    ]);
  }

  /** Stores views, at most one per user and record. */
  async note(views: readonly LastView[]): Promise<void> {
    const updates = [...Map.groupBy(views, ({ userId }) => userId)].map(([userId, own]) => ({
      updateOne: {
        filter: asDocument({ _id: userId }),
        update: [{ $set: withViews(latest(own)) }],
        upsert: true,
      },
    }));
    if (updates.length > 0) await this.#model.collection.bulkWrite(updates, { ordered: false });
  }

  /** The last views of these records by these users, as far as they are stored. */
  async of(pairs: readonly Omit<LastView, 'at'>[]): Promise<LastView[]> {
    const recordsOf = Map.groupBy(pairs, ({ userId }) => userId);
    if (recordsOf.size === 0) return [];
    const recordIds = [...new Set(pairs.map(({ recordId }) => recordId))];
    const found = await this.#model
      .find({ _id: { $in: [...recordsOf.keys()] }, 'views.recordId': { $in: recordIds } })
      .lean<StoredViews[]>();
    return found.flatMap(({ _id: userId, views }) => {
      const asked = new Set(recordsOf.get(userId)?.map(({ recordId }) => recordId));
      return views.filter(({ recordId }) => asked.has(recordId)).map((view) => ({ userId, ...view }));
    });
  }
}

/** The latest views up to the maximum. The update compares each with the others, which takes quadratic time. */
function latest(views: readonly OwnView[]): readonly OwnView[] {
  if (views.length <= maxViews) return views;
  return views.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, maxViews);
}

/** Merges views into the stored ones: each record once, with its latest view. */
function withViews(views: readonly OwnView[]): object {
  const known = { $ifNull: ['$views', []] };
  const ids = views.map(({ recordId }) => recordId);
  const others = { $filter: { input: known, cond: { $not: [{ $in: ['$$this.recordId', ids] }] } } };
  const all = { $concatArrays: [others, views.map((view) => latestOf(view, known))] };
  const sorted = { $sortArray: { input: all, sortBy: { at: -1 } } };
  return { views: { $slice: [sorted, maxViews] }, at: new Date() };
}

function latestOf({ recordId, at }: OwnView, known: object): object {
  const same = { $filter: { input: known, cond: { $eq: ['$$this.recordId', recordId] } } };
  return { recordId, at: { $max: [at, { $max: { $map: { input: same, in: '$$this.at' } } }] } };
}
