import type { Model } from 'mongoose';
import type { CommitCall } from '@svc/service-kit';
import type { OfRecord } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-writes.ts';
import type { DeletedRecord } from '../store/deleted-record-model.ts';
import type { MergedRecord } from '../store/merged-record-model.ts';
import { deleteCommentsOf } from './delete-comments-of.ts';
import { moveCommentsOf } from './move-comments-of.ts';
import type { RecordFates } from './record-fates.ts';

/** What comments follow their record with: which records are gone, and where merged ones went. */
export interface RecordChangesDeps extends CommentStore {
  readonly deletedRecords: Model<DeletedRecord>;
  readonly mergedRecords: Model<MergedRecord>;
  readonly recordFates: RecordFates;
}

/** Merges of merged records are followed so far. */
const maxMerges = 20;

/**
 * Lets comments that came to a record late go where those before them went: to the record it was merged with, as far as
 * they are older than the merge, and away with one that was deleted. They are committed: that this cannot be told is no
 * answer to the request.
 */
export async function applyRecordChanges(
  record: OfRecord,
  call: CommitCall,
  deps: RecordChangesDeps,
): Promise<void> {
  try {
    await follow(record, call, deps);
  } catch (error) {
    call.log.error(
      { err: error, recordId: record.recordId },
      'comments may be left with a merged or deleted record',
    );
  }
}

async function follow(record: OfRecord, call: CommitCall, deps: RecordChangesDeps): Promise<void> {
  let current = record;
  for (let merges = 0; merges <= maxMerges; merges += 1) {
    const { isDeleted, merge } = await deps.recordFates.of(current.recordId);
    if (!merge) {
      if (isDeleted) await deleteCommentsOf(current, call, deps);
      return;
    }
    const older = { ...current, date: { $lte: merge.mergedAt } };
    await moveCommentsOf(older, merge.toId, { call, deps });
    current = { ...current, recordId: merge.toId };
  }
}
