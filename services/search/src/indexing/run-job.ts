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
  const ids = await commentsSeenByOthers(recordIds, deps);
  for (let start = 0; start < ids.length; start += batchSize)
    await jobs.do({ commentIds: ids.slice(start, start + batchSize) });
}

/** The comments of records whose entries were written for another visibility than their record has now. */
async function commentsSeenByOthers(
  recordIds: readonly number[],
  deps: Pick<Projection, 'records' | 'comments'>,
): Promise<number[]> {
  if (recordIds.length === 0) return [];
  const records = await deps.records.find({ _id: { $in: recordIds } }, { mark: 1 }).lean<RecordState[]>();
  if (records.length === 0) return [];
  const otherMarks = records.map(({ _id: recordId, mark }) => ({ recordId, writtenMark: { $ne: mark } }));
  const comments = await deps.comments.find({ $or: otherMarks }, { _id: 1 }).lean<CommentState[]>();
  return comments.map(({ _id }) => _id);
}
