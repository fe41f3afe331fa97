import { Schema, type Connection, type Model } from 'mongoose';
import type { UserSettings } from './user-settings.ts';

/** A user as it is stored. */
export interface User {
  readonly _id: number;
  readonly username: string;
  readonly usernameKey: string;
  /** The user name as addresses have it; absent in users that are older than it. */
  readonly nicenameKey?: string;
  readonly email: string;
  readonly emailKey: string;
  /** Everything this user may log in with, folded; no two users have one of them in common. */
  readonly loginKeys: readonly string[];
  readonly displayName: string;
  readonly displayNameKey: string;
  /** Keys of roles; what they allow is worked out whenever it is asked. */
  readonly roles: readonly string[];
  /** PHC string. */
  readonly passwordHash: string;
  /** Like `fr_FR`; empty means the default. */
  readonly locale: string;
  readonly gender: string;
  readonly description: string;
  /** What differs from a user who has set nothing: read it with `settingsOf`. */
  readonly settings?: Partial<UserSettings>;
  readonly disabled: boolean;
  /** Every JWT holds it; one with another number is worthless. */
  readonly tokenVersion: number;
  /** The id of the one token of an older version that still counts: the password was changed with it. */
  readonly keptTokenId?: string;
  /** The contact that represents the user; null until records has made it. */
  readonly contactId: number | null;
  readonly version: number;
  readonly createdAt: Date;
}

const text = { type: String, required: true };
const maybeEmpty = { type: String, default: '' };

const schema = new Schema<User>(
  {
    _id: { type: Number, required: true },
    username: text,
    usernameKey: text,
    nicenameKey: String,
    email: text,
    emailKey: text,
    loginKeys: { type: [String], required: true },
    displayName: text,
    displayNameKey: text,
    roles: { type: [String], required: true },
    passwordHash: text,
    locale: maybeEmpty,
    gender: maybeEmpty,
    description: maybeEmpty,
    settings: { type: Schema.Types.Mixed },
    disabled: { type: Boolean, required: true },
    tokenVersion: { type: Number, required: true },
    keptTokenId: String,
    contactId: { type: Number, default: null },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'users' },
);
schema.index({ loginKeys: 1 }, { unique: true });
schema.index({ emailKey: 1 });
schema.index({ usernameKey: 1 });
schema.index({ roles: 1, displayNameKey: 1 });
// A contact represents one user at most.
schema.index({ contactId: 1 }, { unique: true, partialFilterExpression: { contactId: { $type: 'number' } } });

/** The collection of users. */
export function userModel(connection: Connection): Model<User> {
  return connection.model<User>('User', schema);
}
