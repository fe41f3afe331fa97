import type { Model } from 'mongoose';
import type { CommentState } from './comment-state.ts';
import type { RecordState } from './record-state.ts';
import type { Sources } from './sources.ts';

/** What search knows of records and comments, and who tells it. */
export interface Projection {
  readonly records: Model<RecordState>;
  readonly comments: Model<CommentState>;
  readonly sources: Sources;
}
