import type { Actor } from '@svc/contracts';
import type { JwtClaims } from './verify-jwt.ts';

/** Milliseconds for which a cached actor is used without another lookup. */
const defaultLifetime = 10_000;
const maxActors = 10_000;

/** Looks up the actor of a token's user; null for a deleted or disabled user, or for a token that is no longer valid. */
type LookUpActor<Context> = (claims: JwtClaims, context: Context) => Promise<Actor | null>;

interface Entry {
  readonly actor: Promise<Actor | null>;
  readonly expiresAt: number;
}

/** A cache of the actors of users; an entry is dropped when its user changes. */
export class ActorCache<Context> {
  readonly #lookUp: LookUpActor<Context>;
  readonly #lifetime: number;
  readonly #entries = new Map<string, Entry>();

  constructor(lookUp: LookUpActor<Context>, lifetime: number = defaultLifetime) {
    this.#lookUp = lookUp;
    this.#lifetime = lifetime;
  }

  /** The actor of a token's user. Concurrent requests share one lookup. */
  get(claims: JwtClaims, context: Context): Promise<Actor | null> {
    const key = `${claims.userId}/${claims.tokenVersion ?? ''}/${claims.tokenId ?? ''}`;
    const known = this.#entries.get(key);
    if (known && known.expiresAt > Date.now()) return known.actor;
    return this.#remember(key, this.#lookUp(claims, context));
  }

  /** Drops everything cached about a changed user; a lookup under way is not cached. */
  forget(userId: number): void {
    for (const key of this.#entries.keys()) if (key.startsWith(`${userId}/`)) this.#entries.delete(key);
  }

  /** For an event that does not name the changed user. */
  forgetAll(): void {
    this.#entries.clear();
  }

  #remember(key: string, actor: Promise<Actor | null>): Promise<Actor | null> {
    const entry = { actor, expiresAt: Date.now() + this.#lifetime };
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size >= maxActors) this.#entries.delete(oldest);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    actor.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    return actor;
  }
}
