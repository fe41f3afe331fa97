import type { JWK } from 'jose';
import { Schema, type Connection, type Model } from 'mongoose';

/** A key pair that JWTs are signed with, as it is stored. */
export interface SigningKey {
  /** The key's id in JWTs. */
  readonly _id: string;
  readonly publicKey: JWK;
  /** JWK, sealed. */
  readonly privateKey: string;
  /** The longest time that a token signed with it may be valid for. */
  readonly tokenSeconds: number;
  /** Until when the public key is needed; null while the key signs. */
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

/** The collection of signing keys; MongoDB drops those that no valid token was signed with. */
export function signingKeyModel(connection: Connection): Model<SigningKey> {
  return connection.model<SigningKey>('SigningKey', schema);
}
