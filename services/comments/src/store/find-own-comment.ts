import type { Actor } from '@svc/contracts';
import type { CommentsDeps } from '../deps.ts';
import type { StoredComment } from './comment-model.ts';

/** A comment's place in a request's path. */
export interface CommentAddress {
  readonly post_type: string;
  readonly id: number;
  readonly comment_id: number;
}

/**
 * The comment at an address when the caller wrote it. A site link's comments belong to no user, so nobody may change
 * them: two links can carry the same label.
 */
export async function findOwnComment(
  address: CommentAddress,
  actor: Actor,
  { comments }: Pick<CommentsDeps, 'comments'>,
): Promise<StoredComment | undefined> {
  if (actor.kind !== 'user') return undefined;
  const comment = await comments
    .findOne({
      _id: address.comment_id,
      recordId: address.id,
      postType: address.post_type,
      authorId: actor.userId,
    })
    .lean<StoredComment>();
  return comment ?? undefined;
}
