import { Schema, type Connection, type Model } from 'mongoose';
import type { StoredComment } from './comment-model.ts';

/** A comment deleted by its author; ids are never used again. */
export interface DeletedComment extends Pick<StoredComment, '_id' | 'recordId' | 'postType' | 'authorId'> {
  readonly deletedAt: Date;
}

/** Seconds until the entry expires: longer than an offline client waits before it repeats a deletion. */
const kept = 30 * 24 * 60 * 60;

const required = true;
const schema = new Schema<DeletedComment>(
  {
    _id: { type: Number, required },
    recordId: { type: Number, required },
    postType: { type: String, required },
    authorId: { type: Number, required },
    deletedAt: { type: Date, required, expires: kept },
  },
  { versionKey: false, collection: 'deleted_comments' },
);

export function deletedCommentModel(connection: Connection): Model<DeletedComment> {
  return connection.model<DeletedComment>('DeletedComment', schema);
}
