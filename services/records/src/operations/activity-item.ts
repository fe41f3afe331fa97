import { recordsActivityItem, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { presentActivity } from '../activity/present-activity.ts';
import type { RecordsDeps } from '../deps.ts';
import { loadRecord } from '../reading/load-record.ts';
import { readInTime } from '../store/read-in-time.ts';

/** One item of a record's history: the stored row, with the note, name and avatar of the list; `[]` for an unknown id. */
export const activityItem = defineHandler(recordsActivityItem, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id, activity_id: activityId } = call.input;
  const record = await loadRecord(call, deps, { postType: postType.key, id, action: 'view' });
  if (!record) throw new ServiceError('get_post_single_activity', 'No permissions to read group');
  const row = await readInTime(call.deadline, (maxTimeMS) =>
    deps.activity.findOne({ _id: activityId, recordId: id }).maxTimeMS(maxTimeMS).lean(),
  );
  if (!row) return [];
  const [item] = await presentActivity(call, deps, postType, [row]);
  return {
    user_caps: row.actorRole,
    action: row.action,
    object_type: row.postType,
    object_subtype: row.objectSubtype,
    object_name: row.objectName,
    object_id: String(row.recordId),
    user_id: String(row.actorId),
    hist_ip: '0',
    meta_value: row.metaValue,
    meta_parent: '0',
    old_value: row.oldValue,
    ...item,
    histid: String(row._id),
    object_note: item?.object_note ?? '',
  };
});
