import { createHash, randomBytes } from 'node:crypto';
import { Collection, type Store, type Write } from '@svc/service-kit/store';
import type { User } from '../model/user.ts';

/** Milliseconds in which a passkey must answer. */
export const challengeMs = 5 * 60_000;

/** The use of a challenge: a login, a change of the second factor, or another passkey. */
export type ChallengePurpose = 'login' | 'change' | 'create';

/** A challenge that waits for its answer. */
export interface PasskeyChallenge {
  /** The hash of the challenge. */
  readonly _id: string;
  readonly userId: number;
  readonly purpose: ChallengePurpose;
  /** The user's token version: a new password ends the challenge. */
  readonly tokenVersion: number;
  /** Whether a second factor was proved to get it. */
  readonly isProved: boolean;
  readonly expiresAt: Date;
}

/** The challenges that passkeys have to answer. MongoDB deletes those that have expired. */
export class PasskeyChallenges {
  readonly #stored: Collection<PasskeyChallenge>;

  constructor(store: Store) {
    this.#stored = new Collection<PasskeyChallenge>(
      store,
      'passkey_challenges',
      [{ userId: 1 }],
      [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
    );
  }

  /** Makes a challenge for a user who has sent the right password, or a token. */
  async issue(user: User, purpose: ChallengePurpose, { isProved = false } = {}): Promise<string> {
    const challenge = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + challengeMs);
    const { _id: userId, tokenVersion } = user;
    await this.#stored.model.create({
      _id: hashOf(challenge),
      userId,
      purpose,
      tokenVersion,
      isProved,
      expiresAt,
    });
    return challenge;
  }

  /** Takes a challenge of a user, in one atomic deletion: once. */
  async take(challenge: string, user: User, purpose: ChallengePurpose): Promise<boolean> {
    return (await this.#stored.model.findOneAndDelete(valid(challenge, user, purpose)).lean()) !== null;
  }

  async find(challenge: string, user: User, purpose: ChallengePurpose): Promise<PasskeyChallenge | null> {
    return this.#stored.model.findOne(valid(challenge, user, purpose)).lean<PasskeyChallenge>();
  }

  /** The write that takes a challenge; it fails when another commit has taken it. */
  taking({ _id }: PasskeyChallenge): Write {
    return this.#stored.delete({ _id });
  }
}

function valid(challenge: string, { _id: userId, tokenVersion }: User, purpose: ChallengePurpose) {
  return { _id: hashOf(challenge), userId, purpose, tokenVersion, expiresAt: { $gt: new Date() } };
}

function hashOf(challenge: string): string {
  return createHash('sha256').update(challenge).digest('base64url');
}
