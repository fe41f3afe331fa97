import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
} from 'jose';
import { type InputOf, systemActor, type usersRotateKeys } from '@svc/contracts';
import { Deadline, type Logger } from '@svc/service-kit';
import { type CommitCall, Collection, type Store } from '@svc/service-kit/store';
import type { User } from '../model/user.ts';
import { seal, unseal } from '@svc/service-kit';

/** A stored key pair for signing JWTs. */
export interface SigningKey {
  /** The `kid` of JWTs. */
  readonly _id: string;
  readonly publicKey: JWK;
  /** An encrypted JWK. */
  readonly privateKey: string;
  /** The longest validity of the tokens signed with this key. */
  readonly tokenSeconds: number;
  /** When the public key is no longer needed; null while the key signs. */
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

/** The algorithm of JWTs, with the curve Ed25519. */
const tokenAlgorithm = 'EdDSA';

interface SigningKeysOptions {
  readonly encryptionKey: Buffer;
  /** Seconds for which a token is valid. */
  readonly tokenSeconds: number;
}

/** Seconds for which a replaced key stays published longer, for tokens that were signed during the replacement. */
const leewaySeconds = 60;

/** The claims of a JWT, and the seconds for which it is valid. */
interface TokenClaims {
  readonly issuer: string;
  readonly sessionId: string;
  readonly tokenId: string;
  readonly issuedAt: Date;
  readonly seconds: number;
}

interface Signer {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/**
 * The keys that sign JWTs, in the database, where MongoDB deletes those without valid tokens. Instances share them and look there for every login, so that none signs
 * with a key that another has replaced.
 */
export class SigningKeys {
  readonly #store: Store;
  readonly #stored: Collection<SigningKey>;
  readonly #options: SigningKeysOptions;
  readonly #signers = new Map<string, Signer>();

  constructor(store: Store, options: SigningKeysOptions) {
    this.#store = store;
    this.#stored = new Collection<SigningKey>(store, 'signing_keys', [
      { expiresAt: 1 },
      { expireAfterSeconds: 0 },
    ]);
    this.#options = options;
  }

  /** Creates a signing key if this instance can decrypt none. If two instances both create one, both are valid. */
  async prepare(log: Logger): Promise<void> {
    const { tokenSeconds } = this.#options;
    await this.#stored.model.updateMany(
      { expiresAt: null, tokenSeconds: { $lt: tokenSeconds } },
      { $set: { tokenSeconds } },
    );
    if (await this.#find()) return;
    const unreadable = await this.#stored.model.countDocuments({ expiresAt: null });
    if (unreadable > 0)
      log.warn(
        { unreadable },
        'signing keys cannot be decrypted: their secret has changed; creating a new key',
      );
    const deadline = Deadline.after(20_000);
    await this.rotate({ actor: systemActor('users'), deadline, claim: undefined, log });
  }

  /** The current signing key. @throws Error when this instance can decrypt none. */
  async signer(): Promise<Signer> {
    const found = await this.#find();
    if (!found)
      throw new Error('no signing key can be decrypted; JWT_KEY_SECRET must be the same for all instances');
    return found;
  }

  /**
   * A JWT in the form that clients know (`data.user.id` is a string), with the user's token version: changing the
   * password invalidates all tokens of earlier versions.
   */
  async issue({ _id, tokenVersion }: User, claims: TokenClaims): Promise<string> {
    const { kid, privateKey } = await this.signer();
    const issuedAt = Math.floor(claims.issuedAt.getTime() / 1000);
    return new SignJWT({ sid: claims.sessionId, data: { user: { id: String(_id), tv: tokenVersion } } })
      .setProtectedHeader({ alg: tokenAlgorithm, typ: 'JWT', kid })
      .setJti(claims.tokenId)
      .setIssuer(claims.issuer)
      .setIssuedAt(issuedAt)
      .setNotBefore(issuedAt)
      .setExpirationTime(issuedAt + claims.seconds)
      .sign(privateKey);
  }

  /** When the current signing key was created; undefined when there is none. */
  async newestMadeAt(): Promise<Date | undefined> {
    const key = await this.#stored.model
      .findOne({ expiresAt: null }, { createdAt: 1 })
      .sort({ createdAt: -1, _id: 1 })
      .lean<Pick<SigningKey, 'createdAt'>>();
    return key?.createdAt;
  }

  /** The public keys of all tokens that may still be valid, as JWKs. */
  async publicKeys() {
    const keys = await this.#stored.model
      .find({ $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date() } }] })
      .sort({ createdAt: -1, _id: 1 })
      .lean<SigningKey[]>();
    return keys.map(publishedKey);
  }

  /**
   * Creates the new signing key. Earlier keys stay published until their last token expires; with `revoke` they are
   * deleted.
   */
  async rotate(
    call: CommitCall,
    { revoke = false }: InputOf<typeof usersRotateKeys> = {},
  ): Promise<{ kid: string }> {
    const key = await makeSigningKey(this.#options.encryptionKey, this.#options.tokenSeconds);
    return this.#store.commit(call, async () => {
      const signing = await this.#stored.model.find({ expiresAt: null }).lean<SigningKey[]>();
      const ends = revoke
        ? [this.#stored.deleteAll()]
        : signing.map(({ _id, tokenSeconds }) => {
            // The public key stays until its last token expires.
            const expiresAt = new Date(Date.now() + (tokenSeconds + leewaySeconds) * 1000);
            return this.#stored.update({ _id, expiresAt: null }, { $set: { expiresAt } });
          });
      return {
        writes: [...ends, this.#stored.insert(key)],
        answer: { kid: key._id },
      };
    });
  }

  async #find(): Promise<Signer | undefined> {
    const keys = await this.#stored.model
      .find({ expiresAt: null })
      .sort({ createdAt: -1, _id: 1 })
      .lean<SigningKey[]>();
    for (const key of keys) {
      const signer = this.#signers.get(key._id) ?? (await this.#open(key));
      if (signer) return signer;
    }
    return undefined;
  }

  async #open(key: SigningKey): Promise<Signer | undefined> {
    const jwk = unseal(key.privateKey, this.#options.encryptionKey, key._id);
    if (jwk === undefined) return undefined;
    const privateKey = (await importJWK(JSON.parse(jwk) as JWK, tokenAlgorithm)) as CryptoKey;
    const signer = { kid: key._id, privateKey };
    this.#signers.set(key._id, signer);
    return signer;
  }
}

/** A new key pair with an encrypted private key. */
async function makeSigningKey(encryptionKey: Buffer, tokenSeconds: number): Promise<SigningKey> {
  const pair = await generateKeyPair(tokenAlgorithm, { crv: 'Ed25519', extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicKey);
  const privateKey = seal(JSON.stringify(await exportJWK(pair.privateKey)), encryptionKey, kid);
  return { _id: kid, publicKey, privateKey, tokenSeconds, expiresAt: null, createdAt: new Date() };
}

/** The public key of a pair, in the form of a JWK set. */
function publishedKey({ _id, publicKey }: SigningKey) {
  return { ...publicKey, kty: publicKey.kty ?? 'OKP', kid: _id, alg: tokenAlgorithm, use: 'sig' };
}
