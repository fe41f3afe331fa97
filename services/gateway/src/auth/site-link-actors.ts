import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Actor } from '@svc/contracts';
import type { CallOrigin } from '../bus/service-caller.ts';

/** Milliseconds for which a cached actor is used without another lookup. */
const defaultLifetime = 10_000;
const maxRemembered = 10_000;

/** A request, with the network address that it came from. */
type Origin = CallOrigin & { readonly address: string };

/** Looks up the site link that accepts this bearer from this address; null for none. */
type LookUpSiteLink = (bearer: string, from: Origin) => Promise<Actor | null>;

/**
 * A cache of the actors of accepted bearers of site links; emptied when a link changes. Refused bearers are not cached,
 * because the users service counts every failed attempt.
 */
export class SiteLinkActors {
  readonly #lookUp: LookUpSiteLink;
  readonly #remembered: LRUCache<string, Promise<Actor | null>>;

  constructor(lookUp: LookUpSiteLink, lifetime: number = defaultLifetime) {
    this.#lookUp = lookUp;
    this.#remembered = new LRUCache({ max: maxRemembered, ttl: lifetime });
  }

  /** The actor of a bearer. Concurrent requests share one lookup. */
  get(bearer: string, from: Origin): Promise<Actor | null> {
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

  /** Empties the whole cache: links are few and seldom change. */
  forgetAll(): void {
    this.#remembered.clear();
  }
}

/** A hash, so that bearers are not kept in memory; with the address, because a link may permit only one. */
function keyOf(bearer: string, { address }: Origin): string {
  return `${createHash('sha256').update(bearer).digest('base64url')} ${address}`;
}
