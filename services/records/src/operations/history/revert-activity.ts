import { recordsRevertActivity, say } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { notUndone, undoOfRows } from '../../history/undo-of-rows.ts';
import type { WriteDeps } from '../../revision/write-deps.ts';
import { loadOrRefuse } from '../../read/load-record.ts';
import { readInTime } from '../../store/read-in-time.ts';
import { updateRecord } from '../../write/update-record.ts';

/** Makes the change of one item of the history undone, whatever has changed since: see `docs/history.md`. */
export const revertActivity = defineHandler(recordsRevertActivity, async (call, deps: WriteDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id, activity_id: activityId } = call.input;
  const load = () => loadOrRefuse(call, deps, { postType: postType.key, id, action: 'revert' });
  const record = await load();
  const row = await readInTime(call.deadline, (maxTimeMS) =>
    deps.activity.findOne({ _id: activityId, recordId: id }).maxTimeMS(maxTimeMS).lean(),
  );
  if (!row) throw notUndone(say`The history of the record ${id} has no item ${activityId}.`);
  return updateRecord({ ...call, input: { silent: false } }, deps, {
    postType,
    id,
    load,
    keepExisting: false,
    code: 'update_post',
    restores: true,
    fields: undoOfRows([row], postType, record),
  });
});
