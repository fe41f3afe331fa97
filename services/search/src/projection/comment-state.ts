import type { Connection, Model } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';
import { keptTombstone } from './upsert.ts';

/** The newest known state of a comment. */
export interface CommentState {
  readonly _id: number;
  /** The comment's version, or `tombstoneVersion` if it is deleted. */
  readonly version: number;
  readonly recordId: number;
  readonly postType: string;
  readonly content: string;
  /** The visibility mark with which its entry was last written; absent or empty before the first time, and in a comment from its source. */
  readonly writtenMark?: string;
  /** When the comment was deleted; absent if it exists. */
  readonly deletedAt?: Date;
}

/** Whether two states of a comment have the same entry, apart from its visibility. */
export function isSameComment(one: CommentState, other: CommentState): boolean {
  return one.content === other.content && one.recordId === other.recordId && one.postType === other.postType;
}

export function commentStateModel(connection: Connection): Model<CommentState> {
  const deletedSince = [{ deletedAt: 1 }, { expireAfterSeconds: keptTombstone }] as const;
  return storedModel<CommentState>(connection, 'comments', deletedSince, [{ recordId: 1, writtenMark: 1 }]);
}
