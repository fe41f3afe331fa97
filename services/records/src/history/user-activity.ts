import { asMessage, msg, type ActivityItem, type ActivityLogItem, type Message } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { withoutUndo, type ActivityRow } from '../model/activity-row.ts';
import type { RecordDocument } from '../model/record.ts';
import { loadViewable } from '../read/load-record.ts';
import { isRowWithinKey, presentActivity } from '../read/present-activity.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import { readLean } from '../store/read-with-deadline.ts';

/** Maximum number of items. */
const most = 100;

/** Rows per read, and maximum number of reads; callers who may view few of the records get fewer items. */
const batch = { rows: 200, times: 5 };

type ActivityCall = Pick<Call, 'actor' | 'ask' | 'deadline'>;

/** A history row of a user, with its record. */
interface UserRow {
  readonly row: ActivityRow;
  readonly record: RecordDocument;
}

/** The latest actions of a user on records that the caller may view, of any type; newest first. */
export async function userActivity(
  call: ActivityCall,
  deps: ReadDeps,
  userId: number,
): Promise<ActivityLogItem[]> {
  const rows = await findRows(call, deps, userId);
  const items = await itemsOf(call, deps, rows);
  return rows.flatMap((each) => {
    const item = items.get(each.row._id);
    return item ? [shown(each, item, deps)] : [];
  });
}

/** Items by row id; the notes of each post type are made together. */
async function itemsOf(
  call: ActivityCall,
  deps: ReadDeps,
  own: readonly UserRow[],
): Promise<ReadonlyMap<number, ActivityItem>> {
  const byType = Map.groupBy(own, ({ record }) => record.postType);
  const items = [...byType].map(async ([key, ofType]) => {
    const rows = ofType.map(({ row }) => row);
    const presented = await presentActivity(call, deps, deps.postTypes.get(key), rows);
    return presented.map((item) => [Number(item.histid), item] as const);
  });
  return new Map((await Promise.all(items)).flat());
}

/** Classes of the front end's icon font. */
const icons: Readonly<Record<string, string>> = { contacts: 'fi-torso', groups: 'fi-torsos-all' };

function shown({ row, record }: UserRow, item: ActivityItem, deps: ReadDeps): ActivityLogItem {
  const postType = deps.postTypes.get(record.postType);
  return {
    histid: item.histid,
    hist_time: item.hist_time,
    action: row.action,
    object_id: String(record._id),
    object_type: record.postType,
    post_type: record.postType,
    object_subtype: row.objectSubtype,
    object_name: record.name,
    object_note: item.object_note,
    object_note_short: deps.translate(kindOf(row) ?? asMessage(item.object_note)),
    meta_key: item.meta_key,
    meta_value: row.metaValue,
    field_type: item.field_type,
    field: postType.fields.get(row.objectSubtype)?.definition.name ?? '',
    post_type_label: postType.labelSingular,
    icon: icons[record.postType] ?? '',
  };
}

const updates: readonly string[] = ['field_update', 'connected to', 'disconnected from'];

/** The kind of action of a row; undefined for rows whose note has no values. */
function kindOf({ action }: ActivityRow): Message | undefined {
  if (action === 'created') return msg`Created record`;
  return updates.includes(action) ? msg`Updated fields` : undefined;
}

/** The user's listed rows of records that the caller may view, the latest first, at most `most`. */
async function findRows(call: ActivityCall, deps: ReadDeps, userId: number): Promise<UserRow[]> {
  const found: UserRow[] = [];
  for (let time = 0; time < batch.times && found.length < most; time += 1) {
    const rows = await readBatch(call, deps, { userId, skipped: time * batch.rows });
    const ids = [...new Set(rows.map(({ recordId }) => recordId))];
    const records = new Map((await loadViewable(call, deps, ids)).map((record) => [record._id, record]));
    for (const row of rows) {
      const record = records.get(row.recordId);
      if (record && isRowWithinKey(row, deps.postTypes.get(record.postType))) found.push({ row, record });
    }
    if (rows.length < batch.rows) break;
  }
  return found.slice(0, most);
}

function readBatch(
  call: ActivityCall,
  { activity }: ReadDeps,
  { userId, skipped }: { userId: number; skipped: number },
): Promise<ActivityRow[]> {
  const latestFirst = { time: -1, recordId: -1, version: -1, position: -1 } as const;
  const found = activity.find({ actorId: userId, listed: true }, withoutUndo).sort(latestFirst);
  return readLean(call, found.skip(skipped).limit(batch.rows));
}
