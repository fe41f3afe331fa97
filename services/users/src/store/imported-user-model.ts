import { Schema, type Connection, type Model } from 'mongoose';

/** Which user is the one of another installation. */
export interface ImportedUser {
  /** `<source>/<id there>`. */
  readonly _id: string;
  readonly userId: number;
}

const schema = new Schema<ImportedUser>(
  { _id: { type: String, required: true }, userId: { type: Number, required: true } },
  { versionKey: false, collection: 'imported_users' },
);

/** The users of other installations that are here. */
export function importedUserModel(connection: Connection): Model<ImportedUser> {
  return connection.model<ImportedUser>('ImportedUser', schema);
}
