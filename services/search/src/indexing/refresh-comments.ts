import type { CommentDocument } from '@svc/contracts';
import type { IndexingDeps } from '../deps.ts';
import { boundText } from '../projection/bounds.ts';
import type { ToldComment } from '../projection/comment-state.ts';
import { saveAsTold } from '../projection/save-as-told.ts';
import { tombstoneVersion } from '../projection/tombstone.ts';

/** Brings what search knows of these comments up to date with comments. Those that are not there (any more) are deleted. */
export async function refreshComments(ids: readonly number[], deps: IndexingDeps): Promise<void> {
  const documents = await deps.sources.comments(ids);
  const there = new Set(documents.map(({ id }) => id));
  await saveAsTold(deps.comments, documents.map(toCommentState));
  await deps.comments.updateMany(
    { _id: { $in: ids.filter((id) => !there.has(id)) } },
    { $set: { version: tombstoneVersion, content: '', deletedAt: new Date() } },
  );
}

/** What search keeps of a comment. */
export function toCommentState({ id, record_id, post_type, version, content }: CommentDocument): ToldComment {
  return { _id: id, recordId: record_id, postType: post_type, version, content: boundText(content) };
}
