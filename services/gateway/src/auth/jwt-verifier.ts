import { LRUCache } from 'lru-cache';
import { verifyJwt, type Expected, type FindKey, type JwtClaims, type VerifiedJwt } from './verify-jwt.ts';

interface RememberedJwt extends VerifiedJwt {
  /** Seconds: when the signature and all times, `nbf` included, were found valid. */
  readonly verifiedAt: number;
}

const maxRemembered = 10_000;

/**
 * Verifies JWTs and caches the valid ones, in memory only, so that a signature is checked once and not with every
 * request. A cached result holds for exactly this token, until the token expires and while its key is unchanged.
 */
export class JwtVerifier {
  readonly #expected: Expected;
  readonly #remembered = new LRUCache<string, RememberedJwt>({ max: maxRemembered });

  constructor(expected: Expected) {
    this.#expected = expected;
  }

  /** The claims of a valid JWT. @throws ServiceError like `verifyJwt`. */
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
