import { createHash, randomBytes } from 'node:crypto';
import { Schema, type Connection, type Model } from 'mongoose';
import type { Store, Write } from '@svc/service-kit';
import type { User } from '../model/user.ts';
import { asDocument } from '../store/as-document.ts';

/** The right to set one user's password once. The token itself is only in the mail. */
export interface PasswordReset {
  /** The user's id: a new right ends the one before. */
  readonly _id: number;
  readonly tokenHash: string;
  /** The user's when it was made; a password that was changed since ends it. */
  readonly tokenVersion: number;
  readonly expiresAt: Date;
}

const schema = new Schema<PasswordReset>(
  {
    _id: { type: Number, required: true },
    tokenHash: { type: String, required: true },
    tokenVersion: { type: Number, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false, collection: 'password_resets' },
);
schema.index({ tokenHash: 1 }, { unique: true });

/** How long a user has to set the new password, in milliseconds. */
const lifetime = 60 * 60_000;

/** The rights to set a password that are open. */
export class PasswordResets {
  readonly #store: Store;
  readonly #model: Model<PasswordReset>;

  constructor(store: Store) {
    this.#store = store;
    this.#model = passwordResetModel(store.connection);
  }

  /** A new token for a user, the only one that is valid from now on. */
  async issue({ _id, tokenVersion }: User, now: Date): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + lifetime);
    const reset = { tokenHash: hashOf(token), tokenVersion, expiresAt };
    await this.#model.updateOne({ _id }, { $set: reset }, { upsert: true });
    return token;
  }

  /** What a token allows; null when it is none, or not valid any more. */
  async find(token: string, now: Date): Promise<PasswordReset | null> {
    return this.#model.findOne({ tokenHash: hashOf(token), expiresAt: { $gt: now } }).lean<PasswordReset>();
  }

  /** The write by which a token is used up: of two that do so at the same time, one finds it. */
  use(token: string): Write {
    const filter = asDocument({ tokenHash: hashOf(token) });
    const namespace = this.#store.namespace(this.#model);
    return { model: { name: 'deleteOne', namespace, filter }, mustMatch: true };
  }
}

function passwordResetModel(connection: Connection): Model<PasswordReset> {
  return connection.model<PasswordReset>('PasswordReset', schema);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
