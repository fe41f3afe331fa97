import { Schema, type Connection, type Model } from 'mongoose';
import type { User } from '../model/user.ts';

const text = { type: String, required: true };
const maybeEmpty = { type: String, default: '' };

const schema = new Schema<User>(
  {
    _id: { type: Number, required: true },
    username: text,
    usernameKey: text,
    nicenameKey: text,
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

export function userModel(connection: Connection): Model<User> {
  return connection.model<User>('User', schema);
}
