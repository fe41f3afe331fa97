import { moveComments } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import { applyRecordChanges, type RecordChangesDeps } from '../record-changes/apply-record-changes.ts';
import { moveCommentsOf } from '../record-changes/change-comments-of.ts';

/**
 * Moves the comments of a merged record. After an interruption the next delivery moves the rest. The merge is stored
 * first, so that comments which arrive later, from an earlier write or merge, are moved too.
 */
export const moveCommentsHandler = defineCommandHandler(
  moveComments,
  async (call, deps: RecordChangesDeps) => {
    const { post_type: postType, from_id: fromId, to_id: toId } = call.input;
    const isMerge = fromId !== toId;
    if (isMerge) await deps.recordFates.noteMerge(fromId, toId);
    const moved = isMerge ? await moveCommentsOf({ postType, recordId: fromId }, toId, { call, deps }) : 0;
    return deps.store.commit(call, async () => ({
      writes: [],
      answer: { moved },
      afterwards: () => applyRecordChanges({ postType, recordId: toId }, call, deps),
    }));
  },
);
