import { LRUCache } from 'lru-cache';
import { verifyJwt, type Expected, type FindKey, type JwtClaims, type VerifiedJwt } from './verify-jwt.ts';

interface RememberedJwt extends VerifiedJwt {
  /** Seconds: when it was found right, its `nbf` included. */
  readonly verifiedAt: number;
}

const maxRemembered = 10_000;

/**
 * Says what JWTs say. A signature is checked once and not for every request: what is remembered of a token counts for these
 * very characters, until the token ends, and as long as its key is the one it was checked with. Only what was found right is
 * remembered, in memory alone.
 */
export class JwtVerifier {
  readonly #expected: Expected;
  readonly #remembered = new LRUCache<string, RememberedJwt>({ max: maxRemembered });

  constructor(expected: Expected) {
    this.#expected = expected;
  }

  /** What a JWT says. @throws ServiceError like `verifyJwt`. */
  async verify(token: string): Promise<JwtClaims> {
    const remembered = this.#remembered.get(token);
    if (!remembered) return this.#check(token, this.#expected.key);
    const key = this.#expected.key(remembered.header);
    const sameKey = await key.then((found) => found === remembered.key).catch(() => false);
    return sameKey && isCurrent(remembered) ? remembered.claims : this.#check(token, () => key);
  }

  async #check(token: string, key: FindKey): Promise<JwtClaims> {
    const verified = await verifyJwt(token, { ...this.#expected, key });
    this.#remembered.set(token, { ...verified, verifiedAt: Date.now() / 1000 });
    return verified.claims;
  }
}

function isCurrent({ verifiedAt, expiresAt }: RememberedJwt): boolean {
  const now = Date.now() / 1000;
  return verifiedAt <= now && now < expiresAt;
}
