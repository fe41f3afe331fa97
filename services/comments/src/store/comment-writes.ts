import type { Model, mongo } from 'mongoose';
import type { Store, Write } from '@svc/service-kit';
import type { StoredComment } from './comment-model.ts';

export interface CommentStore {
  readonly store: Store;
  readonly comments: Model<StoredComment>;
}

/** The write of a change to a comment; it fails when the comment has changed since it was read. */
export function changeWrite(
  before: StoredComment,
  change: Partial<StoredComment>,
  { store, comments }: CommentStore,
): Write {
  const filter: mongo.Document = { _id: before._id, version: before.version };
  return {
    model: {
      name: 'updateOne',
      namespace: store.namespace(comments),
      filter,
      update: { $set: { ...change, version: before.version + 1 } },
    },
    mustMatch: true,
  };
}
