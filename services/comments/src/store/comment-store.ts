import type { Actor, commentsDelete, InputOf } from '@svc/contracts';
import type { Collection, IdSequence, Store } from '@svc/service-kit/store';
import type { StoredComment } from './comment-model.ts';

export interface CommentStore {
  readonly store: Store;
  readonly comments: Collection<StoredComment>;
}

/** The ids of new comments and of the values of their meta. */
export interface CommentIds {
  readonly commentIds: IdSequence;
  readonly metaIds: IdSequence;
}

/** The address of a comment in a request's path. */
type CommentAddress = InputOf<typeof commentsDelete>;

/** The comment at an address; undefined when it belongs to another record. */
export async function findComment(
  { post_type: postType, id: recordId, comment_id: _id }: CommentAddress,
  { comments }: Pick<CommentStore, 'comments'>,
): Promise<StoredComment | undefined> {
  const comment = await comments.model.findOne({ _id, recordId, postType }).lean<StoredComment>();
  return comment ?? undefined;
}

/**
 * The comment at an address if the caller wrote it. Nobody may change the comments of a site link: they belong to no
 * user, and two links can have the same label.
 */
export async function findOwnComment(
  address: CommentAddress,
  actor: Actor,
  deps: Pick<CommentStore, 'comments'>,
): Promise<StoredComment | undefined> {
  if (actor.kind !== 'user') return undefined;
  const comment = await findComment(address, deps);
  return comment?.authorId === actor.userId ? comment : undefined;
}
