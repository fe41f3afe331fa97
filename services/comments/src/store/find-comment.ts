import type { CommentsDeps } from '../deps.ts';
import type { StoredComment } from './comment-model.ts';

/** A comment's place in a request's path. */
export interface CommentAddress {
  readonly post_type: string;
  readonly id: number;
  readonly comment_id: number;
}

/** The comment at an address: one of another record is not there. */
export async function findComment(
  { post_type: postType, id: recordId, comment_id: _id }: CommentAddress,
  { comments }: Pick<CommentsDeps, 'comments'>,
): Promise<StoredComment | undefined> {
  const comment = await comments.findOne({ _id, recordId, postType }).lean<StoredComment>();
  return comment ?? undefined;
}
