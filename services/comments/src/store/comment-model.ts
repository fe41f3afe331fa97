import { Schema, type Connection, type Model } from 'mongoose';

/** One value of a meta key; a key with several values has several entries, in order. */
export interface StoredMeta {
  readonly id: string;
  readonly key: string;
  readonly value: string | null;
}

/** A user's reaction to a comment. A user has each key at most once. */
export interface StoredReaction {
  readonly key: string;
  readonly userId: number;
  /** The user's name at the time of the reaction. */
  readonly name: string;
}

/** A stored comment. */
export interface StoredComment {
  readonly _id: number;
  readonly postType: string;
  readonly recordId: number;
  /** 0 for a comment by a site link. */
  readonly authorId: number;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly ip: string;
  readonly agent: string;
  /** HTML that `cleanText` has cleaned. */
  readonly content: string;
  readonly type: string;
  readonly meta: readonly StoredMeta[];
  /** Oldest first; absent until the first reaction. */
  readonly reactions?: readonly StoredReaction[];
  /** The date shown, which the author may choose; whole seconds. */
  readonly date: Date;
  /** When the comment was written: orders equal dates. */
  readonly createdAt: Date;
  readonly version: number;
  /** `<source>/<id there>` of a comment imported from another installation. */
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
// For searching a text in the comments of a type, newest first.
schema.index({ postType: 1, createdAt: -1, _id: -1 });

schema.index(
  { importedFrom: 1 },
  { unique: true, partialFilterExpression: { importedFrom: { $type: 'string' } } },
);

/** The order of lists: newest date first, equal dates in the order of writing. */
export const listOrder = { date: -1, createdAt: 1, _id: 1 } as const;

export function commentModel(connection: Connection): Model<StoredComment> {
  return connection.model<StoredComment>('Comment', schema);
}

/** The record of a comment. */
export type OfRecord = Pick<StoredComment, 'recordId' | 'postType'>;
