import { createHash, randomBytes } from 'node:crypto';
import { Collection, type Store, type Write } from '@svc/service-kit/store';
import type { User } from '../model/user.ts';

/** A user's right to set a new password once. The token itself is only in the mail. */
export interface PasswordReset {
  /** The user's id: a new right replaces the previous one. */
  readonly _id: number;
  readonly tokenHash: string;
  /** The user's token version when the right was created; changing the password ends the right. */
  readonly tokenVersion: number;
  readonly expiresAt: Date;
}

const lifetime = 60 * 60_000;

export class PasswordResets {
  readonly #stored: Collection<PasswordReset>;

  constructor(store: Store) {
    this.#stored = new Collection<PasswordReset>(
      store,
      'password_resets',
      [{ tokenHash: 1 }, { unique: true }],
      [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
    );
  }

  /** Issues a token for a user, and ends the validity of the previous one. */
  async issue({ _id, tokenVersion }: User, now: Date): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + lifetime);
    const reset = { tokenHash: hashOf(token), tokenVersion, expiresAt };
    await this.#stored.model.updateOne({ _id }, { $set: reset }, { upsert: true });
    return token;
  }

  /** The right of a token; null for an unknown or expired token. */
  async find(token: string, now: Date): Promise<PasswordReset | null> {
    return this.#stored.model
      .findOne({ tokenHash: hashOf(token), expiresAt: { $gt: now } })
      .lean<PasswordReset>();
  }

  /** The write that uses up a token; of two concurrent ones, one fails. */
  use(token: string): Write {
    return this.#stored.delete({ tokenHash: hashOf(token) });
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
