import type { Actor } from '@svc/contracts';
import type { CommentsDeps } from '../deps.ts';
import type { StoredComment } from './comment-model.ts';
import { findComment, type CommentAddress } from './find-comment.ts';

/**
 * The comment at an address when the caller wrote it. A site link's comments belong to no user, so nobody may change
 * them: two links can carry the same label.
 */
export async function findOwnComment(
  address: CommentAddress,
  actor: Actor,
  deps: Pick<CommentsDeps, 'comments'>,
): Promise<StoredComment | undefined> {
  if (actor.kind !== 'user') return undefined;
  const comment = await findComment(address, deps);
  return comment?.authorId === actor.userId ? comment : undefined;
}
