import type { DeclaredIndex } from '@svc/service-kit/store';
import type { StoredComment } from './comment-model.ts';

/** A comment deleted by its author; ids are never used again. */
export interface DeletedComment extends Pick<StoredComment, '_id' | 'recordId' | 'postType' | 'authorId'> {
  readonly deletedAt: Date;
}

/** Seconds until the entry expires: longer than an offline client waits before it repeats a deletion. */
const kept = 30 * 24 * 60 * 60;

export const deletedCommentIndex: DeclaredIndex = [{ deletedAt: 1 }, { expireAfterSeconds: kept }];
