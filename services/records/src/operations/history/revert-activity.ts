import { recordsRevertActivity, msg } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { cannotRevert, writeToRevert } from '../../history/write-to-revert.ts';
import { loadOrRefuse } from '../../read/load-record.ts';
import { readLean } from '../../store/read-with-deadline.ts';
import { updateRecord } from '../../write/write-record.ts';
import { reverting, type WritePorts } from '../../write/write-request.ts';

/** Reverts the change of one history item, whatever has changed since: see docs/guides/history.md. */
export const revertActivity = defineHandler(recordsRevertActivity, async (call, deps: WritePorts) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id, activity_id: activityId } = call.input;
  const load = () => loadOrRefuse(call, deps, { postType: postType.key, id, action: 'revert' });
  const record = await load();
  const row = await readLean(call, deps.activity.findOne({ _id: activityId, recordId: id }));
  if (!row) throw cannotRevert(msg`The history of the record ${id} has no item ${activityId}.`);
  return updateRecord(call, deps, {
    postType,
    target: { id, load },
    policy: reverting({ silent: false }),
    fields: writeToRevert([row], postType, record),
  });
});
