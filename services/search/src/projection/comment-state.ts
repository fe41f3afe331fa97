import { Schema, type Connection, type Model } from 'mongoose';
import { keptTombstone } from './tombstone.ts';

/** The newest state of a comment that the search service knows. */
export interface CommentState {
  readonly _id: number;
  /** The comment's version; for a deleted comment higher than any. */
  readonly version: number;
  readonly recordId: number;
  readonly postType: string;
  readonly content: string;
  /** The mark of the visibility that its index entry was last written with; empty before the first time. */
  readonly writtenMark: string;
  /** When it was deleted; absent for a comment that exists. */
  readonly deletedAt?: Date;
}

/** A comment as its source tells it. */
export type CommentSnapshot = Omit<CommentState, 'writtenMark'>;

/** Whether two states of a comment say the same in the index. */
export function isSameComment(one: CommentSnapshot, other: CommentSnapshot): boolean {
  return one.content === other.content && one.recordId === other.recordId && one.postType === other.postType;
}

const required = true;

const schema = new Schema<CommentState>(
  {
    _id: { type: Number, required },
    version: { type: Number, required },
    recordId: { type: Number, required },
    postType: { type: String, required },
    content: { type: String, default: '' },
    writtenMark: { type: String, default: '' },
    deletedAt: { type: Date, expires: keptTombstone },
  },
  { versionKey: false, collection: 'comments' },
);
schema.index({ recordId: 1, writtenMark: 1 });

/** The comments as search knows them. */
export function commentStateModel(connection: Connection): Model<CommentState> {
  return connection.model<CommentState>('CommentState', schema);
}
