import type { DeclaredIndex } from '@svc/service-kit/store';

/** One value of a meta key; a key with several values has several entries, in order. */
export interface StoredMeta {
  readonly id: string;
  readonly key: string;
  readonly value: string | null;
}

/** A user's reaction to a comment. A user has each key at most once. */
export interface StoredReaction {
  readonly key: string;
  readonly userId: number;
  /** The user's name at the time of the reaction. */
  readonly name: string;
}

export interface StoredComment {
  readonly _id: number;
  readonly postType: string;
  readonly recordId: number;
  /** 0 for a comment by a site link. */
  readonly authorId: number;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly ip: string;
  readonly agent: string;
  /** HTML that `cleanText` has cleaned. */
  readonly content: string;
  readonly type: string;
  readonly meta: readonly StoredMeta[];
  /** Oldest first; absent until the first reaction. */
  readonly reactions?: readonly StoredReaction[];
  /** The date shown, which the author may choose; whole seconds. */
  readonly date: Date;
  /** When the comment was written: orders equal dates. */
  readonly createdAt: Date;
  readonly version: number;
  /** `<source>/<id there>` of a comment imported from another installation. */
  readonly importedFrom?: string;
}

/** The order of lists: newest date first, equal dates in the order of writing. */
export const listOrder = { date: -1, createdAt: 1, _id: 1 } as const;

export const commentIndexes: readonly DeclaredIndex[] = [
  [{ recordId: 1, date: -1, createdAt: 1, _id: 1 }],
  // For searching a text in the comments of a type, newest first.
  [{ postType: 1, createdAt: -1, _id: -1 }],
  [{ importedFrom: 1 }, { unique: true, partialFilterExpression: { importedFrom: { $type: 'string' } } }],
];

export type OfRecord = Pick<StoredComment, 'recordId' | 'postType'>;

/** A comment deleted by its author; ids are never used again. */
export interface DeletedComment extends Pick<StoredComment, '_id' | 'recordId' | 'postType' | 'authorId'> {
  readonly deletedAt: Date;
}

/** Seconds until the entry expires: longer than an offline client waits before it repeats a deletion. */
const kept = 30 * 24 * 60 * 60;

export const deletedCommentIndex: DeclaredIndex = [{ deletedAt: 1 }, { expireAfterSeconds: kept }];
