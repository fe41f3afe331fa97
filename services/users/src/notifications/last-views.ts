import { Schema, type Connection, type Model } from 'mongoose';
import { asDocument } from '../store/as-document.ts';

/** The views of a user that are remembered: what comes late is about one of the last. */
const mostViews = 200;
/** Events stay in the stream for as long. */
const keptSeconds = 7 * 24 * 60 * 60;

/** When a user last looked at a record. */
export interface LastView {
  readonly recordId: number;
  readonly at: Date;
}

interface StoredViews {
  /** The user's id. */
  readonly _id: number;
  readonly views: readonly LastView[];
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

  /** Remembers views of a user, each record once, at its latest. */
  async note(userId: number, views: readonly LastView[]): Promise<void> {
    const known = { $ifNull: ['$views', []] };
    const ids = views.map(({ recordId }) => recordId);
    const others = { $filter: { input: known, cond: { $not: [{ $in: ['$$this.recordId', ids] }] } } };
    const all = { $concatArrays: [others, views.map((view) => latestOf(view, known))] };
    const latest = { $sortArray: { input: all, sortBy: { at: -1 } } };
    const change = { views: { $slice: [latest, mostViews] }, at: new Date() };
    await this.#model.collection.updateOne(asDocument({ _id: userId }), [{ $set: change }], { upsert: true });
  }

  /** When each of these users last looked at a record; without those of whom it is not known. */
  async of(userIds: readonly number[], recordId: number): Promise<{ userId: number; at: Date }[]> {
    const found = await this.#model
      .find({ _id: { $in: [...userIds] }, 'views.recordId': recordId })
      .lean<StoredViews[]>();
    return found.flatMap(({ _id: userId, views }) => {
      const view = views.find((each) => each.recordId === recordId);
      return view ? [{ userId, at: view.at }] : [];
    });
  }
}

function latestOf({ recordId, at }: LastView, known: object): object {
  const same = { $filter: { input: known, cond: { $eq: ['$$this.recordId', recordId] } } };
  return { recordId, at: { $max: [at, { $max: { $map: { input: same, in: '$$this.at' } } }] } };
}
