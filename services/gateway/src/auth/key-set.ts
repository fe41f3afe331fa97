import {
  createLocalJWKSet,
  errors,
  type CryptoKey,
  type JSONWebKeySet,
  type JWTHeaderParameters,
} from 'jose';
import type { FindKey } from './verify-jwt.ts';

/** Milliseconds for which fetched keys are used; a revoked key is accepted for at most this long. */
const maxAge = 10_000;

/** Minimum milliseconds between two requests for the keys, however many tokens name unknown key ids. */
const defaultCooldown = 1_000;

interface Known {
  /** The fetched key set; a fetch that returns the same keeps the imported keys. */
  readonly json: string;
  readonly find: FindKey;
  /** Keys by header object, for tokens whose header is cached. */
  readonly found: WeakMap<JWTHeaderParameters, CryptoKey>;
  readonly fetchedAt: number;
}

/** A cache of the public keys of tokens; fetched again when a token names an unknown key. */
export class KeySet {
  readonly #fetch: () => Promise<JSONWebKeySet>;
  readonly #cooldown: number;
  #known: Known | undefined;
  #fetching: Promise<Known> | undefined;

  constructor(fetch: () => Promise<JSONWebKeySet>, cooldown: number = defaultCooldown) {
    this.#fetch = fetch;
    this.#cooldown = cooldown;
  }

  /**
   * Finds the key of a token. Rejects with jose's `JWKSNoMatchingKey` when there is none. Returns the same object for a
   * key as long as no key is added or revoked.
   */
  readonly find: FindKey = async (header) => {
    const known = await this.#current();
    const key = known.found.get(header);
    if (key) return key;
    try {
      const found = await known.find(header);
      known.found.set(header, found);
      return found;
    } catch (error) {
      const mayBeNew = Date.now() - known.fetchedAt >= this.#cooldown;
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayBeNew) throw error;
      return (await this.#refresh()).find(header);
    }
  };

  /** When fetching fails, outdated keys are better than none. */
  async #current(): Promise<Known> {
    const known = this.#known;
    if (!known) return this.#refresh();
    if (Date.now() - known.fetchedAt < maxAge) return known;
    return this.#refresh().catch(() => known);
  }

  #refresh(): Promise<Known> {
    this.#fetching ??= this.#fetch()
      .then((keys) => (this.#known = this.#withFetched(keys)))
      .finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  #withFetched(keys: JSONWebKeySet): Known {
    const json = JSON.stringify(keys);
    const known =
      this.#known?.json === json
        ? this.#known
        : { json, find: createLocalJWKSet(keys), found: new WeakMap<JWTHeaderParameters, CryptoKey>() };
    return { ...known, fetchedAt: Date.now() };
  }
}
