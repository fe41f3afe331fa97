import type { Model } from 'mongoose';
import type { IdSequence, Store } from '@svc/service-kit';
import type { StoredComment } from './store/comment-model.ts';
import type { DeletedComment } from './store/deleted-comment-model.ts';
import type { DeletedRecord } from './store/deleted-record-model.ts';
import type { MergedRecord } from './store/merged-record-model.ts';

/** What the operations and commands of comments work with. */
export interface CommentsDeps {
  readonly store: Store;
  readonly comments: Model<StoredComment>;
  readonly deletedComments: Model<DeletedComment>;
  readonly deletedRecords: Model<DeletedRecord>;
  readonly mergedRecords: Model<MergedRecord>;
  readonly commentIds: IdSequence;
  readonly metaIds: IdSequence;
}
