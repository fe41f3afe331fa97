import { Schema, type Connection, type Model } from 'mongoose';

/** One user's values of private fields in a record. */
export interface PrivateValues {
  /** `<record id>:<user id>`. */
  readonly _id: string;
  readonly recordId: number;
  readonly userId: number;
  readonly postType: string;
  /** Field key → stored value in the form of its field type. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const integer = { type: Number, required: true };

const schema = new Schema<PrivateValues>(
  {
    _id: { type: String, required: true },
    recordId: integer,
    userId: integer,
    postType: { type: String, required: true },
    fields: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false, collection: 'private_values', minimize: false },
);

schema.index({ recordId: 1 });
schema.index({ userId: 1, postType: 1 });

/** The private values of all users. */
export function privateValuesModel(connection: Connection): Model<PrivateValues> {
  return connection.model<PrivateValues>('PrivateValues', schema);
}

/** The user whose private values have this id. */
export function userOf(privateValues: string): number {
  return Number(privateValues.split(':')[1]);
}

/** The id of a user's private values in a record. */
export function privateValuesId(recordId: number, userId: number): string {
  return `${recordId}:${userId}`;
}
