import type { mongo } from 'mongoose';
import type { Write } from '@svc/service-kit';
import type { CommentsDeps } from '../deps.ts';
import type { StoredComment } from './comment-model.ts';

/** Writes what a change sets of a comment, unless somebody else has changed it since it was read. */
export function changeWrite(
  before: StoredComment,
  change: Partial<StoredComment>,
  { store, comments }: Pick<CommentsDeps, 'store' | 'comments'>,
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
