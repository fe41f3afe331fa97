import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { tokenAlgorithm } from './make-signing-key.ts';
import type { Signer } from './signing-keys.ts';

/** What a JWT says. */
export interface TokenClaims {
  readonly userId: number;
  readonly tokenVersion: number;
  /** The public base URL of the service. */
  readonly issuer: string;
  readonly lifetimeSeconds: number;
}

/**
 * A JWT as clients know it (`data.user.id` is a string), with the user's token version beside it: a change of password
 * makes the tokens before it worthless.
 */
export async function issueToken({ kid, privateKey }: Signer, claims: TokenClaims): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ data: { user: { id: String(claims.userId), tv: claims.tokenVersion } } })
    .setProtectedHeader({ alg: tokenAlgorithm, typ: 'JWT', kid })
    .setJti(randomUUID())
    .setIssuer(claims.issuer)
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + claims.lifetimeSeconds)
    .sign(privateKey);
}
