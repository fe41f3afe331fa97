import { recordsActivityLog, type ActivityItem, type OutputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { withoutUndo, type ActivityRow } from '../../model/activity-row.ts';
import type { RecordDocument } from '../../model/record.ts';
import { loadViewable } from '../../read/load-record.ts';
import { isRowWithinKey, presentActivity } from '../../read/present-activity.ts';
import type { WriteDeps } from '../../revision/write-deps.ts';
import { readLean } from '../../store/read-with-deadline.ts';

/** Maximum number of items in the log. */
const most = 100;

/** A history row of the caller, with its record. */
interface OwnRow {
  readonly row: ActivityRow;
  readonly record: RecordDocument;
}

/** Rows per read, and maximum number of reads; callers who may no longer view many of their records get fewer rows. */
const batch = { rows: 200, times: 5 };

/** The caller's latest actions on records that they may still view, of any type; newest first. */
export const activityLog = defineHandler(recordsActivityLog, async (call, deps: WriteDeps) => {
  if (call.actor.userId === 0) return [];
  const own = await findOwnRows(call, deps);
  const items = await itemsOf(call, deps, own);
  return own.flatMap((each) => {
    const item = items.get(each.row._id);
    return item ? [shown(each, item)] : [];
  });
});

/** Items by row id; the notes of each post type are made together. */
async function itemsOf(
  call: Call,
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

/** The caller's own listed rows of records that they may still view, the latest first, at most `most`. */
async function findOwnRows(call: Call, deps: WriteDeps): Promise<OwnRow[]> {
  const own: OwnRow[] = [];
  for (let time = 0; time < batch.times && own.length < most; time += 1) {
    const rows = await readBatch(call, deps, time * batch.rows);
    const ids = [...new Set(rows.map(({ recordId }) => recordId))];
    const records = new Map((await loadViewable(call, deps, ids)).map((record) => [record._id, record]));
    for (const row of rows) {
      const record = records.get(row.recordId);
      if (record && isRowWithinKey(row, deps.postTypes.get(record.postType))) own.push({ row, record });
    }
    if (rows.length < batch.rows) break;
  }
  return own.slice(0, most);
}

function readBatch(call: Call, { activity }: WriteDeps, skipped: number): Promise<ActivityRow[]> {
  const own = { actorId: call.actor.userId, listed: true };
  const latestFirst = { time: -1, recordId: -1, version: -1, position: -1 } as const;
  const found = activity.find(own, withoutUndo).sort(latestFirst);
  return readLean(call, found.skip(skipped).limit(batch.rows));
}
