import { purgeComments } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import { applyRecordChanges, type RecordChangesDeps } from '../record-changes/apply-record-changes.ts';
import { deleteCommentsOf, moveCommentsOf } from '../record-changes/change-comments-of.ts';

/**
 * Deletes all comments of a deleted record; those of a merged record it moves, because this command may overtake the
 * move. After an interruption the next delivery does the rest. The deletion is stored first, so that a comment that is
 * being written sees it.
 */
export const purgeCommentsHandler = defineCommandHandler(
  purgeComments,
  async (call, deps: RecordChangesDeps) => {
    const { post_type: postType, record_id: recordId, moved_to: movedTo } = call.input;
    await deps.recordFates.noteDeletion(recordId);
    const record = { recordId, postType };
    if (movedTo === undefined) {
      const deleted = await deleteCommentsOf(record, call, deps);
      return deps.store.commit(call, async () => ({ writes: [], answer: { deleted } }));
    }
    await moveCommentsOf(record, movedTo, { call, deps });
    return deps.store.commit(call, async () => ({
      writes: [],
      answer: { deleted: 0 },
      afterwards: () => applyRecordChanges({ postType, recordId: movedTo }, call, deps),
    }));
  },
);
