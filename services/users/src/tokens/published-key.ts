import type { JWK } from 'jose';
import { tokenAlgorithm } from './make-signing-key.ts';
import type { SigningKey } from './signing-key.ts';

/** The public half of a signing key, as a JWK set has it. */
export type PublishedKey = JWK & { readonly kid: string; readonly kty: string };

/** What everybody may know of a signing key. */
export function publishedKey({ _id, publicKey }: SigningKey): PublishedKey {
  return { ...publicKey, kty: publicKey.kty ?? 'OKP', kid: _id, alg: tokenAlgorithm, use: 'sig' };
}
