import type { IndexingDeps } from '../deps.ts';
import type { CommentState } from '../projection/comment-state.ts';
import type { RecordState } from '../projection/record-state.ts';
import type { IndexJob } from './index-job.ts';
import { refreshRecords } from './refresh-records.ts';
import { writeComments } from './write-comments.ts';
import { writeRecords } from './write-records.ts';

/** As many comments are written at once. */
const atOnce = 500;

/** Carries out a job: doing it again, or two at once in any order, ends in the same index. */
export async function carryOut(job: IndexJob, deps: IndexingDeps): Promise<void> {
  const { recordIds, commentIds } = job;
  if (recordIds.length > 0) {
    await refreshRecords(recordIds, deps);
    await writeRecords(recordIds, deps);
  }
  await writeInBatches(commentIds, deps);
  for (const id of recordIds) await writeInBatches(await commentsSeenByOthers(id, deps), deps);
}

/** The comments of a record whose entries were written for another visibility than it has now. */
async function commentsSeenByOthers(recordId: number, deps: IndexingDeps): Promise<number[]> {
  const record = await deps.records.findById(recordId, { mark: 1 }).lean<RecordState>();
  if (!record) return [];
  const comments = await deps.comments
    .find({ recordId, writtenMark: { $ne: record.mark } }, { _id: 1 })
    .lean<CommentState[]>();
  return comments.map(({ _id }) => _id);
}

async function writeInBatches(ids: readonly number[], deps: IndexingDeps): Promise<void> {
  for (let start = 0; start < ids.length; start += atOnce) {
    await writeComments(ids.slice(start, start + atOnce), deps);
  }
}
