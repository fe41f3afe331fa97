import type { Actor } from '@svc/contracts';
import type { JwtClaims } from './verify-jwt.ts';

/** How long an actor is used before it is asked for again, in milliseconds. */
const defaultLifetime = 10_000;
const maxActors = 10_000;

/** Asks who a user is; null when there is no such user (any more), or not for this token. */
export type LookUpActor<Context> = (claims: JwtClaims, context: Context) => Promise<Actor | null>;

interface Entry {
  readonly actor: Promise<Actor | null>;
  readonly expiresAt: number;
}

/** The actors of users, kept for a short time and dropped when the user changes. */
export class ActorCache<Context> {
  readonly #lookUp: LookUpActor<Context>;
  readonly #lifetime: number;
  readonly #entries = new Map<string, Entry>();

  constructor(lookUp: LookUpActor<Context>, lifetime: number = defaultLifetime) {
    this.#lookUp = lookUp;
    this.#lifetime = lifetime;
  }

  /** The actor of a token's user. Requests that come together ask once. */
  get(claims: JwtClaims, context: Context): Promise<Actor | null> {
    const key = `${claims.userId}/${claims.tokenVersion ?? ''}/${claims.tokenId ?? ''}`;
    const known = this.#entries.get(key);
    if (known && known.expiresAt > Date.now()) return known.actor;
    return this.#remember(key, this.#lookUp(claims, context));
  }

  /** A user has changed: what is known of it, and what is being asked, is of no use any more. */
  forget(userId: number): void {
    for (const key of this.#entries.keys()) if (key.startsWith(`${userId}/`)) this.#entries.delete(key);
  }

  /** Something has changed and nobody knows what. */
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
