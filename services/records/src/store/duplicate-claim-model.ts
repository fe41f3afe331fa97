import { Schema, type Connection, type Model } from 'mongoose';

/** A value that creates with `check_for_duplicates` have looked for; see `claim-values.ts`. */
export interface DuplicateClaim {
  /** A hash of post type, field and value. */
  readonly _id: string;
  /** Another one after each create that holds the value: no two are ever the same. */
  readonly token: string;
  readonly at: Date;
}

/** Seconds that a claim is kept: it has to outlive the moment between a read and a transaction, and nothing else. */
const kept = 60;

const text = { type: String, required: true };

const schema = new Schema<DuplicateClaim>(
  { _id: text, token: text, at: { type: Date, required: true, expires: kept } },
  { versionKey: false, collection: 'duplicate_claims' },
);

/** The collection of the values that concurrent creates have looked for. */
export function duplicateClaimModel(connection: Connection): Model<DuplicateClaim> {
  return connection.model<DuplicateClaim>('DuplicateClaim', schema);
}
