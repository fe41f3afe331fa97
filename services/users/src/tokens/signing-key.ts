import type { JWK } from 'jose';
import { Schema, type Connection, type Model } from 'mongoose';

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
