import { inBatches } from '@svc/service-kit';
import type { CommentState } from '../projection/comment-state.ts';
import type { Projection } from '../projection/projection.ts';
import type { RecordState } from '../projection/record-state.ts';
import { refreshRecords } from '../projection/refresh-records.ts';
import type { IndexJob } from './index-job.ts';
import type { IndexJobs } from './index-jobs.ts';
import { writeComments } from './write-comments.ts';
import { writeRecords, type Indexes } from './write-entries.ts';

/** Comments per job. */
const batchSize = 500;

/**
 * Runs a job; repeating it or running jobs concurrently results in the same index. Follow-up writes of comments are
 * jobs of their own, so that they neither delay a record nor make its job fail.
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
  for (const batch of inBatches(ids, batchSize)) await jobs.do({ commentIds: batch });
}

/** The comments of these records whose entries were written with another visibility than the record's current one. */
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
