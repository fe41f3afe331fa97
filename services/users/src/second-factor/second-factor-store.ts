import { Collection, type Store, type Write } from '@svc/service-kit/store';

/** The second factor of a user. */
export interface SecondFactor {
  /** The user's id. */
  readonly _id: number;
  /** The app that makes codes; null while none is confirmed. */
  readonly totp: Totp | null;
  /** A secret that no code has confirmed yet. */
  readonly begun: BegunTotp | null;
  /** Hashes of the recovery codes that are not used yet. */
  readonly recoveryHashes: readonly string[];
}

interface Totp {
  /** Encrypted. */
  readonly secret: string;
  /** The period of the last code that was accepted: its codes and all earlier ones are used up. */
  readonly lastPeriod: number;
}

interface BegunTotp {
  /** Encrypted. */
  readonly secret: string;
  readonly createdAt: Date;
}

export class SecondFactorStore {
  readonly #stored: Collection<SecondFactor>;

  constructor(store: Store) {
    this.#stored = new Collection<SecondFactor>(store, 'second_factors');
  }

  async ofUser(userId: number): Promise<SecondFactor | null> {
    return this.#stored.model.findById(userId).lean<SecondFactor>();
  }

  /** Stores a secret to confirm; an earlier one that was not confirmed is gone. */
  async begin(userId: number, begun: BegunTotp): Promise<void> {
    const others = { totp: null, recoveryHashes: [] };
    await this.#stored.model.updateOne(
      { _id: userId },
      { $set: { begun }, $setOnInsert: others },
      { upsert: true },
    );
  }

  /** The write that puts the begun secret in force; it fails when another was begun meanwhile. */
  confirmation(userId: number, totp: Totp, recoveryHashes: readonly string[]): Write {
    return this.#stored.update(
      { _id: userId, 'begun.secret': totp.secret },
      { $set: { totp, begun: null, recoveryHashes } },
    );
  }

  removal(userId: number): Write {
    return this.#stored.delete({ _id: userId });
  }

  /** Uses up the codes of a period and all earlier ones, in one atomic update. @returns false when they were used before. */
  async usePeriod(userId: number, { secret }: Totp, period: number): Promise<boolean> {
    const { modifiedCount } = await this.#stored.model.updateOne(
      { _id: userId, 'totp.secret': secret, 'totp.lastPeriod': { $lt: period } },
      { $set: { 'totp.lastPeriod': period } },
    );
    return modifiedCount > 0;
  }

  /** Uses up a recovery code, in one atomic update. @returns false when there is none with this hash. */
  async useRecoveryCode(userId: number, hash: string): Promise<boolean> {
    const { modifiedCount } = await this.#stored.model.updateOne(
      { _id: userId, recoveryHashes: hash },
      { $pull: { recoveryHashes: hash } },
    );
    return modifiedCount > 0;
  }
}
