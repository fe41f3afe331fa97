import type { Model } from 'mongoose';
import type { IdSequence, Store } from '@svc/service-kit';
import type { StoredComment } from './store/comment-model.ts';

/** What the operations and commands of comments work with. */
export interface CommentsDeps {
  readonly store: Store;
  readonly comments: Model<StoredComment>;
  readonly commentIds: IdSequence;
  readonly metaIds: IdSequence;
}
