import type { CommitCall } from '@svc/service-kit/store';
import type { OfRecord } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-store.ts';
import { deleteCommentsOf, moveCommentsOf } from './change-comments-of.ts';
import type { RecordFates } from './record-fates.ts';

/** Access to the comments, and to the deletions and merges of their records. */
export interface RecordChangesDeps extends CommentStore {
  readonly recordFates: RecordFates;
}

/** The changes of records that are applied after the answer to a request. */
export class LaterRecordChanges {
  readonly #underWay = new Set<Promise<void>>();

  /** Applies the changes of a record to its comments, like `applyRecordChanges`, without a wait. */
  apply(record: OfRecord, call: CommitCall, deps: RecordChangesDeps): void {
    const work = applyRecordChanges(record, call, deps, { isAwaited: false });
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  /** Waits until all changes are applied. */
  async drain(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}

/** Maximum number of merges that are followed from record to record. */
const maxMerges = 20;

/**
 * Handles comments that arrived after their record was merged or deleted: those older than a merge move to the primary
 * record, those of a deleted record are deleted. The comments are already committed, so an error is only logged.
 */
export async function applyRecordChanges(
  record: OfRecord,
  call: CommitCall,
  deps: RecordChangesDeps,
  { isAwaited = true } = {},
): Promise<void> {
  try {
    const fateOf = (recordId: number) => deps.recordFates.of(recordId, { isAwaited });
    await follow(record, call, { ...deps, fateOf });
  } catch (error) {
    call.log.error(
      { err: error, recordId: record.recordId },
      'failed to move or delete the comments of a merged or deleted record',
    );
  }
}

interface FollowDeps extends RecordChangesDeps {
  readonly fateOf: (recordId: number) => ReturnType<RecordFates['of']>;
}

async function follow(record: OfRecord, call: CommitCall, deps: FollowDeps): Promise<void> {
  let current = record;
  for (let merges = 0; merges <= maxMerges; merges += 1) {
    const { isDeleted, merge } = await deps.fateOf(current.recordId);
    if (!merge) {
      if (isDeleted) await deleteCommentsOf(current, call, deps);
      return;
    }
    const older = { ...current, date: { $lte: merge.mergedAt } };
    await moveCommentsOf(older, merge.toId, { call, deps });
    current = { ...current, recordId: merge.toId };
  }
}
