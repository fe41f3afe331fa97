import { Schema, type Connection, type Model } from 'mongoose';

/** A request to the other site that may be on its way: it is sent again, unchanged, until its answer is known. */
export interface PendingRequest {
  readonly kind: 'contact' | 'comments';
  /** Its place among the requests of the transfer; the receiver tells a repetition by it. */
  readonly number: number;
  /** What is sent besides the token, as JSON. */
  readonly body: string;
  /** How many comments are in it, and the id of the last one that was sent with it or before. */
  readonly comments: number;
  readonly through: number;
}

/** That a contact goes to another site, or came from one: what is known of it there. */
export interface Transfer {
  /** Of one that goes out: the key of the attempt. */
  readonly _id: string;
  readonly direction: 'in' | 'out';
  /** Of one that goes out: `sending` until the contact is closed here. */
  readonly state: 'sending' | 'done' | 'given up';
  readonly recordId: number;
  /** By which both sites know the contact, however often it goes from one to the other. */
  readonly foreignKey: string;
  readonly siteLinkId: number;
  /** The id of the contact at the other site; 0 while nobody knows it. */
  readonly remoteId: number;
  /** What the other site calls the contact; empty for one that goes out. */
  readonly remoteGuid: string;
  /** How many comments were sent, or came. */
  readonly comments: number;
  /** The last comment that was sent. */
  readonly through: number;
  readonly pending: PendingRequest | null;
  /** How many requests are done. */
  readonly sent: number;
  /** Of one that came in: the requests that brought comments. A repetition of one changes nothing. */
  readonly requests: readonly string[];
  /** Until then somebody is sending it. */
  readonly heldUntil: Date;
  readonly createdAt: Date;
}

const text = { type: String, required: true };
const maybeEmpty = { type: String, default: '' };
const integer = { type: Number, required: true };
const date = { type: Date, required: true };

const schema = new Schema<Transfer>(
  {
    _id: text,
    direction: text,
    state: text,
    recordId: integer,
    foreignKey: text,
    siteLinkId: integer,
    remoteId: integer,
    remoteGuid: maybeEmpty,
    comments: integer,
    through: integer,
    pending: { type: Schema.Types.Mixed, default: null },
    sent: integer,
    requests: { type: [String], default: [] },
    heldUntil: date,
    createdAt: date,
  },
  { versionKey: false, collection: 'transfers', minimize: false },
);
schema.index({ recordId: 1, createdAt: -1 });
schema.index({ foreignKey: 1 });
// A contact is on its way over a link once.
schema.index(
  { recordId: 1, siteLinkId: 1 },
  { unique: true, partialFilterExpression: { state: 'sending' }, name: 'one_on_its_way' },
);

/** The transfers of contacts, in both directions. */
export function transferModel(connection: Connection): Model<Transfer> {
  return connection.model<Transfer>('Transfer', schema);
}
