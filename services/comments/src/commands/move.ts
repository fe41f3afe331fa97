import { moveComments } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import { applyRecordChanges, type RecordChangesDeps } from '../record-changes/apply-record-changes.ts';
import { moveCommentsOf } from '../record-changes/move-comments-of.ts';

/**
 * Moves the comments of a merged record. After an interruption the next delivery moves the rest. The merge is stored
 * first, so that comments which arrive later, from an earlier write or merge, are moved too.
 */
export const moveCommentsHandler = defineCommandHandler(
  moveComments,
  async (call, deps: RecordChangesDeps) => {
    const { post_type: postType, from_id: fromId, to_id: toId } = call.input;
    if (fromId !== toId) await rememberMerge(deps, { fromId, toId });
    const moved =
      fromId === toId ? 0 : await moveCommentsOf({ postType, recordId: fromId }, toId, { call, deps });
    return deps.store.commit(call, async () => ({
      writes: [],
      answer: { moved },
      afterwards: () => applyRecordChanges({ postType, recordId: toId }, call, deps),
    }));
  },
);

/** Stores where a record's comments went. The primary record no longer counts as merged into this one. */
async function rememberMerge(
  { mergedRecords }: Pick<RecordChangesDeps, 'mergedRecords'>,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  await mergedRecords.updateOne(
    { _id: fromId },
    // A repeated delivery keeps the time of the merge.
    { $set: { toId }, $setOnInsert: { mergedAt: new Date() } },
    { upsert: true },
  );
  await mergedRecords.deleteOne({ _id: toId, toId: fromId });
}
