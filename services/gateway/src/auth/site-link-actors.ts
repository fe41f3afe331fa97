import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Actor } from '@svc/contracts';
import type { SentFrom } from './authenticate.ts';

/** How long the actor of a bearer is used before it is asked for again, in milliseconds. */
const defaultLifetime = 10_000;
const maxRemembered = 10_000;

/** Asks which site link accepts a bearer that was sent from there; null for none. */
export type LookUpSiteLink = (bearer: string, from: SentFrom) => Promise<Actor | null>;

/**
 * The actors of bearers that site links accept, kept for a short time and dropped when a link changes. Only what was
 * accepted is kept: every other bearer is asked for, and counted where failures are limited.
 */
export class SiteLinkActors {
  readonly #lookUp: LookUpSiteLink;
  readonly #remembered: LRUCache<string, Promise<Actor | null>>;

  constructor(lookUp: LookUpSiteLink, lifetime: number = defaultLifetime) {
    this.#lookUp = lookUp;
    this.#remembered = new LRUCache({ max: maxRemembered, ttl: lifetime });
  }

  /** The actor of a bearer. Requests that come together ask once. */
  get(bearer: string, from: SentFrom): Promise<Actor | null> {
    const key = keyOf(bearer, from);
    const known = this.#remembered.get(key);
    if (known) return known;
    const asked = this.#lookUp(bearer, from);
    this.#remembered.set(key, asked);
    const drop = () => {
      if (this.#remembered.get(key) === asked) this.#remembered.delete(key);
    };
    asked.then((actor) => actor ?? drop(), drop);
    return asked;
  }

  /** Some link has changed; there are few, and it happens seldom. */
  forgetAll(): void {
    this.#remembered.clear();
  }
}

/** Bearers themselves are not kept; and what one address may send, another may not. */
function keyOf(bearer: string, { address }: SentFrom): string {
  return `${createHash('sha256').update(bearer).digest('base64url')} ${address}`;
}
