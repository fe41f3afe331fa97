import { type JWK, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { Schema, type Connection, type Model } from 'mongoose';
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

const schema = new Schema<SigningKey>(
  {
    _id: { type: String, required: true },
    publicKey: { type: Schema.Types.Mixed, required: true },
    privateKey: { type: String, required: true },
    tokenSeconds: { type: Number, required: true },
    expiresAt: { type: Date, default: null, expires: 0 },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'signing_keys' },
);

/** The collection of signing keys; MongoDB deletes those without valid tokens. */
export function signingKeyModel(connection: Connection): Model<SigningKey> {
  return connection.model<SigningKey>('SigningKey', schema);
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
