import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { seal } from './seal.ts';
import type { SigningKey } from './signing-key.ts';

/** The algorithm of JWTs, with the curve Ed25519. */
export const tokenAlgorithm = 'EdDSA';

/** A new key pair with an encrypted private key. */
export async function makeSigningKey(encryptionKey: Buffer, tokenSeconds: number): Promise<SigningKey> {
  const pair = await generateKeyPair(tokenAlgorithm, { crv: 'Ed25519', extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicKey);
  const privateKey = seal(JSON.stringify(await exportJWK(pair.privateKey)), encryptionKey, kid);
  return { _id: kid, publicKey, privateKey, tokenSeconds, expiresAt: null, createdAt: new Date() };
}
