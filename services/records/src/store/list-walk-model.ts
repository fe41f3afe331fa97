import { Schema, type Connection, type Model } from 'mongoose';

/** Seconds in which the next page of a list is asked for, by one who reads it through. */
export const walkSeconds = 60;

/** Where somebody who reads a list page by page has come to: the page that he asks for next begins after this record. */
export interface ListWalk {
  /** Who reads which list. */
  readonly _id: string;
  /** The offset of the next page. */
  readonly offset: number;
  /** What the last record of the page was ordered by, its id last. */
  readonly after: readonly unknown[];
  readonly at: Date;
}

const schema = new Schema<ListWalk>(
  {
    _id: { type: String, required: true },
    offset: { type: Number, required: true },
    after: { type: [Schema.Types.Mixed], required: true },
    at: { type: Date, required: true, expires: walkSeconds },
  },
  { versionKey: false, collection: 'list_walks' },
);

/** The lists that are being read page by page. */
export function listWalkModel(connection: Connection): Model<ListWalk> {
  return connection.model<ListWalk>('ListWalk', schema);
}
