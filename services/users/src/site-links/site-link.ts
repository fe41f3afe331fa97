import { Schema, type Connection, type Model } from 'mongoose';

export interface SiteLink {
  readonly _id: number;
  readonly label: string;
  /** Encrypted, so that access to the database alone reveals no token. */
  readonly token: string;
  /** Equal for links that would accept the same bearer. A keyed hash, so that it does not help to find a token. */
  readonly fingerprint: string;
  /** Hosts without a scheme; transfer tokens depend on their order. */
  readonly site1: string;
  readonly site2: string;
  /** Key of the connection type. */
  readonly type: string;
  readonly nonProduct: boolean;
  readonly apiKey: boolean;
  /** Empty for any address. */
  readonly approvedIp: string;
  /** Whether a site was given as `http://…`, in debug mode. */
  readonly plainHttp: boolean;
  readonly createdBy: { readonly userId: number; readonly displayName: string };
  readonly createdAt: Date;
  readonly tokenSince: Date;
  readonly version: number;
}

const text = { type: String, required: true };
const maybeEmpty = { type: String, default: '' };
const flag = { type: Boolean, required: true };
const date = { type: Date, required: true };

const schema = new Schema<SiteLink>(
  {
    _id: { type: Number, required: true },
    label: text,
    token: text,
    fingerprint: text,
    site1: text,
    site2: text,
    type: text,
    nonProduct: flag,
    apiKey: flag,
    approvedIp: maybeEmpty,
    plainHttp: flag,
    createdBy: { type: { userId: Number, displayName: String }, required: true, _id: false },
    createdAt: date,
    tokenSince: date,
    version: { type: Number, required: true },
  },
  { versionKey: false, collection: 'site_links' },
);
schema.index({ fingerprint: 1 }, { unique: true });

export function siteLinkModel(connection: Connection): Model<SiteLink> {
  return connection.model<SiteLink>('SiteLink', schema);
}
