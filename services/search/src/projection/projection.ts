import type { Model } from 'mongoose';
import type { CommentState } from './comment-state.ts';
import type { RecordState } from './record-state.ts';
import type { Sources } from './sources.ts';

/** The projection of records and comments, and its sources. */
export interface Projection {
  readonly records: Model<RecordState>;
  readonly comments: Model<CommentState>;
  readonly sources: Sources;
}
