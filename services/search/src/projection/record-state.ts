import { Schema, type Connection, type Model } from 'mongoose';
import type { SearchDocument } from '@svc/contracts';
import { keptTombstone } from './tombstone.ts';

/** The newest state of a record that the search service knows: what its index has to say. */
export interface RecordState {
  readonly _id: number;
  /** The record's version; for a deleted record higher than any. */
  readonly version: number;
  readonly postType: string;
  readonly name: string;
  readonly texts: readonly { readonly field: string; readonly text: string }[];
  readonly visibility: SearchDocument['visibility'];
  /** Stands for the visibility: see `visibilityMark`. */
  readonly mark: string;
  /** When it was found to be deleted; absent for a record that exists. */
  readonly deletedAt?: Date;
}

/** Whether two states of a record say the same in the index. */
export function isSameRecord(one: RecordState, other: RecordState): boolean {
  return (
    one.name === other.name &&
    one.postType === other.postType &&
    one.mark === other.mark &&
    one.texts.length === other.texts.length &&
    one.texts.every(
      ({ field, text: content }, place) =>
        field === other.texts[place]?.field && content === other.texts[place]?.text,
    )
  );
}

const text = { type: String, default: '' };
const textSchema = new Schema({ field: text, text }, { _id: false });
const visibilitySchema = new Schema({ shared_with: [Number], type: text, sources: [String] }, { _id: false });

const schema = new Schema<RecordState>(
  {
    _id: { type: Number, required: true },
    version: { type: Number, required: true },
    postType: text,
    name: text,
    texts: { type: [textSchema], default: [] },
    visibility: { type: visibilitySchema, required: true },
    mark: { type: String, required: true },
    deletedAt: { type: Date, expires: keptTombstone },
  },
  { versionKey: false, collection: 'records' },
);

/** The records as search knows them. */
export function recordStateModel(connection: Connection): Model<RecordState> {
  return connection.model<RecordState>('RecordState', schema);
}
