import type { EnqueuedTask } from 'meilisearch';
import type { CommentDocument } from '@svc/contracts';
import { commentEntry } from '../engine/entries.ts';
import {
  changedPairs,
  isGone,
  rememberMarks,
  withRecords,
  writeComments,
  type Pair,
} from '../indexing/write-comments.ts';
import { isSameComment } from '../projection/comment-state.ts';
import type { Page } from '../projection/pages.ts';
import { restoreComments } from '../projection/restore.ts';
import { refreshComments, toCommentState } from '../projection/refresh-comments.ts';
import { orphanedIds, reconcilePage } from './reconcile-page.ts';
import { writeBuilt, type RebuildDeps } from './write-built.ts';

/** Writes a page of comments to a rebuild's index. Concurrent changes are handled as in `buildRecords`. */
export async function buildComments(
  page: Page<CommentDocument>,
  run: string,
  deps: RebuildDeps,
): Promise<EnqueuedTask[]> {
  for await (const commentIds of orphanedIds(deps.comments, page)) {
    await refreshComments(commentIds, deps);
    await deps.jobs.plan({ commentIds });
  }
  if (page.documents.length === 0) return [];
  const snapshots = page.documents.map(toCommentState);
  const states = await reconcilePage(page, snapshots, {
    model: deps.comments,
    isSame: isSameComment,
    restore: (ids) => restoreComments(ids, deps),
  });
  const pairs = await withRecords(states, deps);
  await planSeenByOthers(pairs, deps);
  const shown = pairs.filter((pair) => !isGone(pair));
  const entries = shown.map(({ comment, record }) => commentEntry(comment, record));
  const tasks = await writeBuilt('comments', { entries, run }, deps);
  await rememberMarks(shown.filter(isNew), deps);
  await writeComments(await changedPairs(pairs, deps), deps);
  return tasks;
}

/**
 * Plans jobs for comments whose visibility mark is outdated. The mark also describes the live index, and changes of
 * records rely on it, so it is corrected together with both entries.
 */
async function planSeenByOthers(pairs: readonly Pair[], { jobs }: Pick<RebuildDeps, 'jobs'>): Promise<void> {
  const seenByOthers = pairs.filter(
    (pair) => !isNew(pair) && !isGone(pair) && pair.comment.writtenMark !== pair.record.mark,
  );
  await jobs.plan({ commentIds: seenByOthers.map(({ comment }) => comment._id) });
}

/** Whether the comment's entry was never written: its job is pending, or it had no event yet. */
function isNew({ comment }: Pair): boolean {
  return !comment.writtenMark;
}
