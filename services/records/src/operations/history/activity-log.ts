import { recordsActivityLog, type ActivityItem, type OutputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { findOwnRows, type OwnRow } from '../../history/find-own-rows.ts';
import { presentActivity } from '../../read/present-activity.ts';
import type { WriteDeps } from '../../revision/write-deps.ts';

/** Maximum number of items in the log. */
const most = 100;

/** The caller's latest actions on records that they may still view, of any type; newest first. */
export const activityLog = defineHandler(recordsActivityLog, async (call, deps: WriteDeps) => {
  if (call.actor.userId === 0) return [];
  const own = await findOwnRows(call, deps, most);
  const items = await itemsOf(call, deps, own);
  return own.flatMap((each) => {
    const item = items.get(each.row._id);
    return item ? [shown(each, item)] : [];
  });
});

/** Items by row id; the notes of each post type are made together. */
async function itemsOf(
  call: Pick<Call, 'ask' | 'deadline'>,
  deps: WriteDeps,
  own: readonly OwnRow[],
): Promise<ReadonlyMap<number, ActivityItem>> {
  const byType = Map.groupBy(own, ({ record }) => record.postType);
  const items = [...byType].map(async ([key, ofType]) => {
    const rows = ofType.map(({ row }) => row);
    const presented = await presentActivity(call, deps, deps.postTypes.get(key), rows);
    return presented.map((item) => [Number(item.histid), item] as const);
  });
  return new Map((await Promise.all(items)).flat());
}

function shown({ row, record }: OwnRow, item: ActivityItem): OutputOf<typeof recordsActivityLog>[number] {
  return {
    histid: item.histid,
    hist_time: item.hist_time,
    action: row.action,
    object_id: String(record._id),
    object_type: record.postType,
    post_type: record.postType,
    object_name: record.name,
    object_note: item.object_note,
    meta_key: item.meta_key,
    field_type: item.field_type,
  };
}
