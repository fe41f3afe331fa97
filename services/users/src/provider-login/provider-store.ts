import { createHash } from 'node:crypto';
import { Collection, type Store, type Write } from '@svc/service-kit/store';

/** The account of a user at the provider. */
export interface ProviderIdentity {
  /** The issuer and the subject, which a provider gives to nobody else. */
  readonly _id: string;
  readonly userId: number;
  readonly issuer: string;
  readonly createdAt: Date;
}

/** A login that has begun, until the browser comes back. */
export interface BegunLogin {
  /** The hash of its state. */
  readonly _id: string;
  readonly browserHash: string;
  readonly nonce: string;
  /** Encrypted. */
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly returnTo: string;
  readonly codeChallenge: string | null;
  readonly expiresAt: Date;
}

/** A login that has ended well, until the front end redeems its code. */
export interface LoginCode {
  /** The hash of the code. */
  readonly _id: string;
  readonly userId: number;
  readonly tokenVersion: number;
  readonly codeChallenge: string | null;
  readonly device: string;
  readonly expiresAt: Date;
}

const expiring = [{ expiresAt: 1 }, { expireAfterSeconds: 0 }] as const;

/** The identities of users at the provider, and logins under way. */
export class ProviderStore {
  readonly #identities: Collection<ProviderIdentity>;
  readonly #begun: Collection<BegunLogin>;
  readonly #codes: Collection<LoginCode>;

  constructor(store: Store) {
    this.#identities = new Collection<ProviderIdentity>(store, 'provider_identities', [{ userId: 1 }]);
    this.#begun = new Collection<BegunLogin>(store, 'provider_logins', expiring);
    this.#codes = new Collection<LoginCode>(store, 'provider_login_codes', expiring);
  }

  async identity(id: string): Promise<ProviderIdentity | null> {
    return this.#identities.model.findById(id).lean<ProviderIdentity>();
  }

  async ofUser(userId: number): Promise<ProviderIdentity | null> {
    return this.#identities.model.findOne({ userId }).lean<ProviderIdentity>();
  }

  /** The write that links a user with an account at the provider. */
  link(identity: ProviderIdentity): Write {
    return this.#identities.insert(identity);
  }

  /** The writes that remove the account of a user at the provider, and the codes of logins with it. */
  removals(userId: number): Write[] {
    return [this.#identities.deleteMany({ userId }), this.#codes.deleteMany({ userId })];
  }

  async begin(login: BegunLogin): Promise<void> {
    await this.#begun.model.create(login);
  }

  /** Takes a login that this browser has begun: once. */
  async take(state: string, browser: string): Promise<BegunLogin | null> {
    const own = { _id: hashOf(state), browserHash: hashOf(browser), expiresAt: { $gt: new Date() } };
    return this.#begun.model.findOneAndDelete(own).lean<BegunLogin>();
  }

  async issue(code: LoginCode): Promise<void> {
    await this.#codes.model.create(code);
  }

  /** Takes what a code stands for: once. */
  async redeem(code: string): Promise<LoginCode | null> {
    const valid = { _id: hashOf(code), expiresAt: { $gt: new Date() } };
    return this.#codes.model.findOneAndDelete(valid).lean<LoginCode>();
  }
}

/** The stored form of a random secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
