import { Schema, type Connection, type Model } from 'mongoose';

/** One value of a key of a comment's meta; a key with several values has several of these, in order. */
export interface StoredMeta {
  readonly id: string;
  readonly key: string;
  readonly value: string | null;
}

/** One user's reaction to a comment; each user has a key once. */
export interface StoredReaction {
  readonly key: string;
  readonly userId: number;
  /** What the user was called then. */
  readonly name: string;
}

/** A comment as it is kept. */
export interface StoredComment {
  readonly _id: number;
  readonly postType: string;
  readonly recordId: number;
  /** 0 when a site link wrote it. */
  readonly authorId: number;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly ip: string;
  readonly agent: string;
  /** HTML with nothing in it but what `cleanText` leaves. */
  readonly content: string;
  readonly type: string;
  readonly meta: readonly StoredMeta[];
  /** As they came; absent until somebody has reacted. */
  readonly reactions?: readonly StoredReaction[];
  /** The date it carries, which its author may choose; whole seconds. */
  readonly date: Date;
  /** When it was written: the order among equal dates. */
  readonly createdAt: Date;
  readonly version: number;
  /** `<source>/<id there>` of one that was taken over from another installation. */
  readonly importedFrom?: string;
}

const required = true;
const text = { type: String, default: '' };

const metaSchema = new Schema<StoredMeta>(
  { id: { type: String, required }, key: { type: String, required }, value: text },
  { _id: false, id: false },
);

const reactionSchema = new Schema<StoredReaction>(
  { key: { type: String, required }, userId: { type: Number, required }, name: text },
  { _id: false, id: false },
);

const schema = new Schema<StoredComment>(
  {
    _id: { type: Number, required },
    postType: { type: String, required },
    recordId: { type: Number, required },
    authorId: { type: Number, required },
    authorName: text,
    authorEmail: text,
    ip: text,
    agent: text,
    content: { type: String, required },
    type: { type: String, required },
    meta: { type: [metaSchema], default: [] },
    reactions: { type: [reactionSchema], default: undefined },
    date: { type: Date, required },
    createdAt: { type: Date, required },
    version: { type: Number, required },
    importedFrom: String,
  },
  { versionKey: false, collection: 'comments' },
);
schema.index({ recordId: 1, date: -1, createdAt: 1, _id: 1 });
// Looking for a text in the comments of a type, the newest first.
schema.index({ postType: 1, createdAt: -1, _id: -1 });

schema.index(
  { importedFrom: 1 },
  { unique: true, partialFilterExpression: { importedFrom: { $type: 'string' } } },
);

/** The order of a list: newest first by date, equal dates as they were written. */
export const listOrder = { date: -1, createdAt: 1, _id: 1 } as const;

/** The collection of comments. */
export function commentModel(connection: Connection): Model<StoredComment> {
  return connection.model<StoredComment>('Comment', schema);
}

/** Where comments belong. */
export type OfRecord = Pick<StoredComment, 'recordId' | 'postType'>;
