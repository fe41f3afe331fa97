import { type JWK, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { seal } from './seal.ts';

/** A stored key pair for signing JWTs. */
export interface SigningKey {
  /** The `kid` of JWTs. */
  readonly _id: string;
  readonly publicKey: JWK;
  /** An encrypted JWK. */
  readonly privateKey: string;
  /** The longest validity of the tokens signed with this key. */
  readonly tokenSeconds: number;
  /** When the public key is no longer needed; null while the key signs. */
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

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
