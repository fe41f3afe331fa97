import { Schema, type Connection, type Model } from 'mongoose';
import { asDocument } from '../store/as-document.ts';

/** The views of a user that are remembered: what comes late is about one of the last. */
const maxViews = 200;
/** Events stay in the stream for as long. */
const keptSeconds = 7 * 24 * 60 * 60;

/** When a user last looked at a record. */
export interface LastView {
  readonly userId: number;
  readonly recordId: number;
  readonly at: Date;
}

type OwnView = Omit<LastView, 'userId'>;

interface StoredViews {
  /** The user's id. */
  readonly _id: number;
  readonly views: readonly OwnView[];
  readonly at: Date;
}

const schema = new Schema<StoredViews>(
  {
    _id: { type: Number, required: true },
    views: { type: Schema.Types.Mixed },
    at: { type: Date, required: true, expires: keptSeconds },
  },
  { versionKey: false, collection: 'last_views' },
);

/** What users looked at last, for notifications that come after the view that makes them read. */
export class LastViews {
  readonly #model: Model<StoredViews>;

  constructor(connection: Connection) {
    this.#model = connection.model<StoredViews>('LastViews', schema);
  }

  /** Remembers views, one of each user and record. */
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

  /** When these users last looked at these records; without those of whom it is not known. */
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

/** Of more than are remembered, those that can be: what the database compares with each other grows with the square of their number. */
function latest(views: readonly OwnView[]): readonly OwnView[] {
  if (views.length <= maxViews) return views;
  return views.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, maxViews);
}

/** Each record once, at its latest. */
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
