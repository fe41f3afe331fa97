import { Schema, type Connection, type Model } from 'mongoose';
import { keptTombstone } from './tombstone.ts';

/** The newest known state of a comment. */
export interface CommentState {
  readonly _id: number;
  /** The comment's version, or `tombstoneVersion` if it is deleted. */
  readonly version: number;
  readonly recordId: number;
  readonly postType: string;
  readonly content: string;
  /** The visibility mark with which its entry was last written; empty before the first time. */
  readonly writtenMark: string;
  /** When the comment was deleted; absent if it exists. */
  readonly deletedAt?: Date;
}

/** A comment in the form in which the comments service returns it. */
export type CommentSnapshot = Omit<CommentState, 'writtenMark'>;

/** Whether two states of a comment have the same entry, apart from its visibility. */
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

export function commentStateModel(connection: Connection): Model<CommentState> {
  return connection.model<CommentState>('CommentState', schema);
}
