import { recordsActivityItem, msg } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { withoutUndo } from '../../model/activity-row.ts';
import { isRowWithinKey, presentActivity } from '../../read/present-activity.ts';
import { rawRow } from '../../history/raw-row.ts';
import type { ReadDeps } from '../../read/read-deps.ts';
import { loadOrRefuse } from '../../read/load-record.ts';
import { readLean } from '../../store/read-with-deadline.ts';

/** One item of a record's history: the stored row, with the note, name and avatar of the list; `[]` for an unknown id. */
export const activityItem = defineHandler(recordsActivityItem, async (call, deps: ReadDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id, activity_id: activityId } = call.input;
  const message = msg`No permissions to read group`;
  const refusal = { code: 'get_post_single_activity', message } as const;
  await loadOrRefuse(call, deps, { postType: postType.key, id, action: 'view', ...refusal });
  const found = await readLean(call, deps.activity.findOne({ _id: activityId, recordId: id }, withoutUndo));
  const row = found && isRowWithinKey(found, postType) ? found : undefined;
  const [item] = row ? await presentActivity(call, deps, postType, [row]) : [];
  return row && item ? rawRow(row, item) : [];
});
