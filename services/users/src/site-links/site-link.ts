import { Schema, type Connection, type Model } from 'mongoose';

/** A site link as it is stored. */
export interface SiteLink {
  readonly _id: number;
  readonly label: string;
  /** Sealed: the database alone hands out no token. */
  readonly token: string;
  /** Tells links apart that would accept the same bearer; keyed, so that it helps nobody to find a token. */
  readonly fingerprint: string;
  /** Hosts without a scheme; their order is a part of the token's derivation. */
  readonly site1: string;
  readonly site2: string;
  /** Key of the connection type. */
  readonly type: string;
  readonly nonProduct: boolean;
  readonly apiKey: boolean;
  /** Empty for any address. */
  readonly approvedIp: string;
  /** A site was given as `http://…`, in debug mode. */
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

/** The collection of site links. */
export function siteLinkModel(connection: Connection): Model<SiteLink> {
  return connection.model<SiteLink>('SiteLink', schema);
}
