import {
  createLocalJWKSet,
  errors,
  type CryptoKey,
  type JSONWebKeySet,
  type JWTHeaderParameters,
} from 'jose';
import type { FindKey } from './verify-jwt.ts';

/** How long keys are used before they are asked for again, in milliseconds: a key that was revoked ends then. */
const maxAge = 10_000;

/** Shortest time between two requests for the keys, in milliseconds, however many unknown key ids come in. */
const defaultCooldown = 1_000;

interface Known {
  /** What was fetched. */
  readonly json: string;
  readonly find: FindKey;
  /** By header, for tokens whose header is remembered. */
  readonly found: WeakMap<JWTHeaderParameters, CryptoKey>;
  readonly fetchedAt: number;
}

/** The public keys of tokens, kept here and asked for again when a token names a key that is not among them. */
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
   * Finds the key of a token. Rejects with jose's `JWKSNoMatchingKey` when there is none. The same key is the same object
   * as long as no key is added or revoked.
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

  /** Keys that are too old are still better than none when new ones cannot be had. */
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
