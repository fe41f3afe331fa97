import type { EnqueuedTask } from 'meilisearch';
import type { CommentDocument } from '@svc/contracts';
import { commentEntry } from '../engine/comment-entry.ts';
import {
  changedPairs,
  isGone,
  rememberMarks,
  withRecords,
  writeComments,
  type Pair,
} from '../indexing/write-comments.ts';
import { isSameComment, type CommentState, type ToldComment } from '../projection/comment-state.ts';
import type { Page } from '../projection/pages.ts';
import { putBackComments } from '../projection/put-back.ts';
import { refreshComments, toCommentState } from '../projection/refresh-comments.ts';
import { leftBehind } from './left-behind.ts';
import type { RebuildDeps } from './rebuild-deps.ts';
import { upToDate } from './up-to-date.ts';
import { writeBuilt } from './write-built.ts';

/** As many comments are one job. */
const atOnce = 500;

/** Writes a page of comments to the index of a rebuild; what changes meanwhile is treated as in `buildRecords`. */
export async function buildComments(
  page: Page<CommentDocument>,
  run: string,
  deps: RebuildDeps,
): Promise<EnqueuedTask[]> {
  for await (const commentIds of leftBehind(deps.comments, page)) {
    await refreshComments(commentIds, deps);
    await deps.jobs.plan({ commentIds });
  }
  if (page.documents.length === 0) return [];
  const told = page.documents.map(toCommentState);
  const states = await upToDate<CommentState, ToldComment>(page, told, {
    model: deps.comments,
    isSame: isSameComment,
    putBack: (ids) => putBackComments(ids, deps),
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
 * What the mark of a comment says is in the index that is searched, too, and whoever changes a record goes by it: of a
 * comment with an old one a job makes both true.
 */
async function planSeenByOthers(pairs: readonly Pair[], { jobs }: Pick<RebuildDeps, 'jobs'>): Promise<void> {
  const seenByOthers = pairs.filter(
    (pair) => !isNew(pair) && !isGone(pair) && pair.comment.writtenMark !== pair.record.mark,
  );
  const ids = seenByOthers.map(({ comment }) => comment._id);
  for (let start = 0; start < ids.length; start += atOnce) {
    await jobs.plan({ commentIds: ids.slice(start, start + atOnce) });
  }
}

/** Whether it was never written: either a job for it is there, or no event has told it. */
function isNew({ comment }: Pair): boolean {
  return !comment.writtenMark;
}
