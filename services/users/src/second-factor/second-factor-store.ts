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
  /** Absent while there was none. */
  readonly passkeys?: readonly Passkey[];
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

export interface Passkey {
  /** The id for its user. */
  readonly id: string;
  /** The id for browsers, in base64url. */
  readonly credentialId: string;
  readonly name: string;
  /** In COSE and base64url. */
  readonly publicKey: string;
  /** The number of its uses, as the last answer stated it; 0 for a passkey that does not count. */
  readonly counter: number;
  /** How browsers reach it, such as `usb`. */
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The maximum number of passkeys of a user. */
export const maxPasskeys = 10;

/** The state that the addition of a passkey depends on. */
interface Addition {
  /** Hashes of new recovery codes; undefined while the user has some. */
  readonly recoveryHashes: readonly string[] | undefined;
  /** Whether it may only be the first factor. */
  readonly mustBeFirst: boolean;
}

const hasPasskey = { 'passkeys.0': { $exists: true } };
const hasNone = { 'passkeys.0': { $exists: false } };

export class SecondFactorStore {
  readonly #stored: Collection<SecondFactor>;

  constructor(store: Store) {
    this.#stored = new Collection<SecondFactor>(store, 'second_factors', [
      { 'passkeys.credentialId': 1 },
      { unique: true, partialFilterExpression: { 'passkeys.credentialId': { $exists: true } } },
    ]);
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

  /** Makes the document of a user who begins with a passkey. */
  async prepare(userId: number): Promise<void> {
    const empty = { totp: null, begun: null, recoveryHashes: [] };
    await this.#stored.model.updateOne({ _id: userId }, { $setOnInsert: empty }, { upsert: true });
  }

  /** The write that puts the begun secret in force; it fails when another was begun meanwhile. */
  confirmation(userId: number, totp: Totp, recoveryHashes: readonly string[]): Write {
    return this.#stored.update(
      { _id: userId, 'begun.secret': totp.secret },
      { $set: { totp, begun: null, recoveryHashes } },
    );
  }

  /**
   * The write that adds a passkey; it fails when the user has the maximum, or state has changed that `addition` was made for. A secret that was
   * begun without a proof of this factor ends.
   */
  passkeyAddition(userId: number, passkey: Passkey, { recoveryHashes, mustBeFirst }: Addition): Write {
    const state = {
      [`passkeys.${maxPasskeys - 1}`]: { $exists: false },
      ...(mustBeFirst && { totp: null, ...hasNone }),
      ...(recoveryHashes && { recoveryHashes: { $size: 0 } }),
    };
    return this.#stored.update(
      { $and: [{ _id: userId }, state] },
      { $push: { passkeys: passkey }, $set: { begun: null, ...(recoveryHashes && { recoveryHashes }) } },
    );
  }

  /** The write that removes the app; it fails when it is no longer the last factor, or has become it. */
  totpRemoval(userId: number, { isLast }: { readonly isLast: boolean }): Write {
    if (isLast) return this.#stored.delete({ _id: userId, ...hasNone });
    return this.#stored.update({ _id: userId, ...hasPasskey }, { $set: { totp: null, begun: null } });
  }

  /** The write that removes a passkey; it fails when it is no longer the last factor, or has become it. */
  passkeyRemoval(userId: number, id: string, { isLast }: { readonly isLast: boolean }): Write {
    const own = { _id: userId, 'passkeys.id': id };
    const isAlone = { totp: null, 'passkeys.1': { $exists: false } };
    if (isLast) return this.#stored.delete({ ...own, ...isAlone });
    return this.#stored.update({ ...own, $nor: [isAlone] }, { $pull: { passkeys: { id } } });
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

  /** Notes the use of a passkey, in one atomic update. @returns false unless the counter has risen, or the passkey does not count. */
  async usePasskey(userId: number, { id }: Passkey, counter: number): Promise<boolean> {
    const earlier = counter === 0 ? 0 : { $lt: counter };
    const { modifiedCount } = await this.#stored.model.updateOne(
      { _id: userId, passkeys: { $elemMatch: { id, counter: earlier } } },
      { $set: { 'passkeys.$.counter': counter, 'passkeys.$.lastUsedAt': new Date() } },
    );
    return modifiedCount > 0;
  }
}
