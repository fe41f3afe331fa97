import { moveComments } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import { applyRecordChanges, type RecordChangesDeps } from '../record-changes/apply-record-changes.ts';
import { moveCommentsOf } from '../record-changes/move-comments-of.ts';

/**
 * Moves the comments of a merged record. When it is cut short, the next delivery goes on with what is left. The merge is
 * remembered first: comments that come to the record later, from a write before the merge or from an earlier merge, follow.
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

/** Remembers where the comments of a record went. One that goes on is not merged any more, whatever was before. */
async function rememberMerge(
  { mergedRecords }: Pick<RecordChangesDeps, 'mergedRecords'>,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  await mergedRecords.updateOne(
    { _id: fromId },
    // A move that is delivered again is no later merge.
    { $set: { toId }, $setOnInsert: { mergedAt: new Date() } },
    { upsert: true },
  );
  await mergedRecords.deleteOne({ _id: toId, toId: fromId });
}
