import { Schema, type Connection, type Model } from 'mongoose';
import type { StoredComment } from './comment-model.ts';

/** A comment that its author has deleted, as far as its place and its author; ids are never used again. */
export interface DeletedComment extends Pick<StoredComment, '_id' | 'recordId' | 'postType' | 'authorId'> {
  readonly deletedAt: Date;
}

/** How long it is remembered, in seconds: longer than a client that was offline repeats a deletion. */
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

/** The collection of comments that their authors have deleted. */
export function deletedCommentModel(connection: Connection): Model<DeletedComment> {
  return connection.model<DeletedComment>('DeletedComment', schema);
}
