import type { CommentState } from '../projection/comment-state.ts';
import type { Projection } from '../projection/projection.ts';
import type { RecordState } from '../projection/record-state.ts';
import { refreshRecords } from '../projection/refresh-records.ts';
import type { IndexJob } from './index-job.ts';
import type { IndexJobs } from './index-jobs.ts';
import { writeComments } from './write-comments.ts';
import type { Indexes } from './write-everywhere.ts';
import { writeRecords } from './write-records.ts';

/** As many comments are one job. */
const batchSize = 500;

/**
 * Carries out a job: doing it again, or two at once in any order, ends in the same index. What it brings about for the
 * comments of its records are jobs of their own, so that none of them can hold up a record or be its fault.
 */
export async function runJob(
  job: IndexJob,
  deps: Projection & Indexes,
  jobs: Pick<IndexJobs, 'do'>,
): Promise<void> {
  const { recordIds, commentIds } = job;
  if (recordIds.length > 0) {
    await refreshRecords(recordIds, deps);
    await writeRecords(recordIds, deps);
  }
  await writeComments(commentIds, deps);
  for (const id of recordIds) {
    const ids = await commentsSeenByOthers(id, deps);
    for (let start = 0; start < ids.length; start += batchSize) {
      await jobs.do({ commentIds: ids.slice(start, start + batchSize) });
    }
  }
}

/** The comments of a record whose entries were written for another visibility than it has now. */
async function commentsSeenByOthers(
  recordId: number,
  deps: Pick<Projection, 'records' | 'comments'>,
): Promise<number[]> {
  const record = await deps.records.findById(recordId, { mark: 1 }).lean<RecordState>();
  if (!record) return [];
  const comments = await deps.comments
    .find({ recordId, writtenMark: { $ne: record.mark } }, { _id: 1 })
    .lean<CommentState[]>();
  return comments.map(({ _id }) => _id);
}
