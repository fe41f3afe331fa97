import { type CryptoKey, importJWK, type JWK } from 'jose';
import type { Model } from 'mongoose';
import { type InputOf, systemActor, type usersRotateKeys } from '@svc/contracts';
import { type CommitCall, Deadline, type Logger, type Store, type Write } from '@svc/service-kit';
import { asDocument } from '../store/as-document.ts';
import { makeSigningKey, tokenAlgorithm } from './make-signing-key.ts';
import { unseal } from './seal.ts';
import { type SigningKey, signingKeyModel } from './signing-key.ts';

/** What signing keys are kept with. */
export interface SigningKeysOptions {
  readonly encryptionKey: Buffer;
  /** How long a token is valid. */
  readonly tokenSeconds: number;
}

/** A token that was being signed while its key was replaced is over this much later than the key's others. */
const leewaySeconds = 60;

type Rotation = InputOf<typeof usersRotateKeys>;

/** The public half of a signing key, as a JWK set has it. */
export type PublishedKey = JWK & { readonly kid: string; readonly kty: string };

/** A key to sign with. */
export interface Signer {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/**
 * The keys that JWTs are signed with, in the database. Instances share them, and each looks there for every login, so a
 * key that one of them has replaced is not used by another any more.
 */
export class SigningKeys {
  readonly #store: Store;
  readonly #model: Model<SigningKey>;
  readonly #options: SigningKeysOptions;
  readonly #signers = new Map<string, Signer>();

  constructor(store: Store, options: SigningKeysOptions) {
    this.#store = store;
    this.#model = signingKeyModel(store.connection);
    this.#options = options;
  }

  /** Sees to it that there is a key that this instance can sign with. Two instances may both make one; both are valid. */
  async prepare(log: Logger): Promise<void> {
    const { tokenSeconds } = this.#options;
    await this.#model.updateMany(
      { expiresAt: null, tokenSeconds: { $lt: tokenSeconds } },
      { $set: { tokenSeconds } },
    );
    if (await this.#find()) return;
    const unreadable = await this.#model.countDocuments({ expiresAt: null });
    if (unreadable > 0)
      log.warn({ unreadable }, 'the secret of the signing keys is another one: a new key is made');
    await this.rotate({
      actor: systemActor('users'),
      deadline: Deadline.after(20_000),
      claim: undefined,
      log,
    });
  }

  /**
   * The key that signs now.
   * @throws Error when there is none that this instance can open.
   */
  async signer(): Promise<Signer> {
    const found = await this.#find();
    if (!found)
      throw new Error('no signing key can be opened: is JWT_KEY_SECRET the same for all instances?');
    return found;
  }

  /** When the key that signs now was made; undefined where none signs. */
  async newestMadeAt(): Promise<Date | undefined> {
    const key = await this.#model
      .findOne({ expiresAt: null }, { createdAt: 1 })
      .sort({ createdAt: -1, _id: 1 })
      .lean<Pick<SigningKey, 'createdAt'>>();
    return key?.createdAt;
  }

  /** Public keys of all tokens that can still be valid, as JWKs. */
  async publicKeys(): Promise<PublishedKey[]> {
    const keys = await this.#model
      .find({ $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date() } }] })
      .sort({ createdAt: -1, _id: 1 })
      .lean<SigningKey[]>();
    return keys.map(publishedKey);
  }

  /** A new key signs from now on. The others stay published until the last token they have signed is over; with `revoke` they are gone. */
  async rotate(call: CommitCall, { revoke = false }: Rotation = {}): Promise<{ kid: string }> {
    const key = await makeSigningKey(this.#options.encryptionKey, this.#options.tokenSeconds);
    const namespace = this.#store.namespace(this.#model);
    return this.#store.commit(call, async () => {
      const signing = await this.#model.find({ expiresAt: null }).lean<SigningKey[]>();
      const ends: Write[] = revoke
        ? [{ model: { name: 'deleteMany', namespace, filter: {} } }]
        : signing.map((old) => retirement(namespace, old));
      return {
        writes: [...ends, { model: { name: 'insertOne', namespace, document: asDocument(key) } }],
        answer: { kid: key._id },
      };
    });
  }

  async #find(): Promise<Signer | undefined> {
    const keys = await this.#model
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

/** What everybody may know of a signing key. */
function publishedKey({ _id, publicKey }: SigningKey): PublishedKey {
  return { ...publicKey, kty: publicKey.kty ?? 'OKP', kid: _id, alg: tokenAlgorithm, use: 'sig' };
}

/** A key signs no more, and is needed until the last token it has signed is over. */
function retirement(namespace: string, { _id, tokenSeconds }: SigningKey): Write {
  const expiresAt = new Date(Date.now() + (tokenSeconds + leewaySeconds) * 1000);
  const filter = asDocument({ _id, expiresAt: null });
  return {
    model: { name: 'updateOne', namespace, filter, update: { $set: { expiresAt } } },
    mustMatch: true,
  };
}
