import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { tokenAlgorithm } from './make-signing-key.ts';
import type { Signer } from './signing-keys.ts';

/** The variable claims of a JWT. */
export interface TokenClaims {
  readonly userId: number;
  readonly tokenVersion: number;
  readonly issuer: string;
  readonly lifetimeSeconds: number;
}

/**
 * A JWT in the form that clients know (`data.user.id` is a string), with the user's token version: changing the
 * password invalidates all tokens of earlier versions.
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
