import { Schema, type Connection, type Model } from 'mongoose';

/** The user that a user of another installation was imported as. */
export interface ImportedUser {
  /** `<source>/<id there>`. */
  readonly _id: string;
  readonly userId: number;
}

const schema = new Schema<ImportedUser>(
  { _id: { type: String, required: true }, userId: { type: Number, required: true } },
  { versionKey: false, collection: 'imported_users' },
);

export function importedUserModel(connection: Connection): Model<ImportedUser> {
  return connection.model<ImportedUser>('ImportedUser', schema);
}
