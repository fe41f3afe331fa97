import { createHash, randomBytes } from 'node:crypto';
import { Schema, type Model } from 'mongoose';
import type { Store, Write } from '@svc/service-kit/store';
import type { User } from '../model/user.ts';
import { CollectionWrites } from '../store/collection-writes.ts';

/** A user's right to set a new password once. The token itself is only in the mail. */
export interface PasswordReset {
  /** The user's id: a new right replaces the previous one. */
  readonly _id: number;
  readonly tokenHash: string;
  /** The user's token version when the right was created; changing the password ends the right. */
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

/** Milliseconds for which a token is valid. */
const lifetime = 60 * 60_000;

/** The valid rights to set a new password. */
export class PasswordResets {
  readonly #model: Model<PasswordReset>;
  readonly #writes: CollectionWrites;

  constructor(store: Store) {
    this.#model = store.connection.model<PasswordReset>('PasswordReset', schema);
    this.#writes = new CollectionWrites(store, this.#model);
  }

  /** Issues a token for a user, and ends the validity of the previous one. */
  async issue({ _id, tokenVersion }: User, now: Date): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + lifetime);
    const reset = { tokenHash: hashOf(token), tokenVersion, expiresAt };
    await this.#model.updateOne({ _id }, { $set: reset }, { upsert: true });
    return token;
  }

  /** The right of a token; null for an unknown or expired token. */
  async find(token: string, now: Date): Promise<PasswordReset | null> {
    return this.#model.findOne({ tokenHash: hashOf(token), expiresAt: { $gt: now } }).lean<PasswordReset>();
  }

  /** The write that uses up a token; of two concurrent ones, one fails. */
  use(token: string): Write {
    return this.#writes.delete({ tokenHash: hashOf(token) });
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
