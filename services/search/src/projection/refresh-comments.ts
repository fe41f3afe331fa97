import type { CommentDocument } from '@svc/contracts';
import { boundText } from './bounds.ts';
import type { CommentState } from './comment-state.ts';
import type { Projection } from './projection.ts';
import { tombstoneVersion, upsertSnapshot } from './upsert.ts';

/** Updates the projection of comments from the comments service. Missing comments become tombstones. */
export async function refreshComments(
  ids: readonly number[],
  deps: Pick<Projection, 'comments' | 'sources'>,
): Promise<void> {
  const documents = await deps.sources.comments(ids);
  const there = new Set(documents.map(({ id }) => id));
  await upsertSnapshot(deps.comments, documents.map(toCommentState));
  await deps.comments.updateMany(
    { _id: { $in: ids.filter((id) => !there.has(id)) } },
    { $set: { version: tombstoneVersion, content: '', deletedAt: new Date() } },
  );
}

/** The projection of a comment. */
export function toCommentState({
  id,
  record_id,
  post_type,
  version,
  content,
}: CommentDocument): CommentState {
  return { _id: id, recordId: record_id, postType: post_type, version, content: boundText(content) };
}
