import { LRUCache } from 'lru-cache';
import type { Actor } from '@svc/contracts';

/** Milliseconds for which a cached actor is used without another lookup. */
const defaultLifetime = 10_000;
const maxActors = 10_000;

/** How the actors behind one kind of credentials are found. */
interface ActorSource<Credentials, Context> {
  /** Null for credentials that are not accepted, or no longer. */
  readonly lookUp: (credentials: Credentials, context: Context) => Promise<Actor | null>;
  readonly keyOf: (credentials: Credentials, context: Context) => string;
  /** Whether a refusal is cached as well. */
  readonly keepsRefusals: boolean;
}

/** A cache of the actors behind credentials. Concurrent requests share one lookup, and a failed one is not cached. */
export class ActorCache<Credentials, Context> {
  readonly #source: ActorSource<Credentials, Context>;
  readonly #actors: LRUCache<string, Promise<Actor | null>>;

  constructor(source: ActorSource<Credentials, Context>, lifetime: number = defaultLifetime) {
    this.#source = source;
    this.#actors = new LRUCache({ max: maxActors, ttl: lifetime });
  }

  get(credentials: Credentials, context: Context): Promise<Actor | null> {
    const { lookUp, keyOf, keepsRefusals } = this.#source;
    const key = keyOf(credentials, context);
    const known = this.#actors.get(key);
    if (known) return known;
    const asked = lookUp(credentials, context);
    this.#actors.set(key, asked);
    const drop = () => {
      if (this.#actors.get(key) === asked) this.#actors.delete(key);
    };
    asked.then((actor) => actor ?? (keepsRefusals || drop()), drop);
    return asked;
  }

  /** Drops the actors whose keys begin so, by default all; a lookup under way is not cached. */
  forget(keyPrefix = ''): void {
    const keys = [...this.#actors.keys()].filter((key) => key.startsWith(keyPrefix));
    for (const key of keys) this.#actors.delete(key);
  }
}
