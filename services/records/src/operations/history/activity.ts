import { recordsActivity, msg, type InputOf, type RawActivityRow } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { withoutUndo } from '../../model/activity-row.ts';
import { findRowsBetween } from '../../history/find-rows-between.ts';
import { isRowWithinKey, presentActivity } from '../../read/present-activity.ts';
import { rawRow } from '../../history/raw-row.ts';
import type { ReadDeps } from '../../read/read-deps.ts';
import type { PostType } from '../../model/post-type.ts';
import { loadOrRefuse } from '../../read/load-record.ts';
import { readLean } from '../../store/read-with-deadline.ts';
import type { RecordDocument } from '../../model/record.ts';

type ActivityCall = Call<InputOf<typeof recordsActivity>>;

/** Number of items in a page if `number` is absent (docs/guides/history.md), and its maximum. */
const numbers = { default: 1_000, most: 10_000 };

/** The history of a record, newest first; rows of the same second in their original order. With `revert`, the stored rows of a period. */
export const activity = defineHandler(recordsActivity, async (call: ActivityCall, deps: ReadDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id, revert = false } = call.input;
  const message = msg`No permissions to read: ${postType.key}`;
  const refusal = { code: 'get_post_activity', message } as const;
  const record = await loadOrRefuse(call, deps, { postType: postType.key, id, action: 'view', ...refusal });
  return revert ? rawRows(call, deps, postType) : page(call, deps, postType, record);
});

async function page(call: ActivityCall, deps: ReadDeps, postType: PostType, record: RecordDocument) {
  const { offset = 0 } = call.input;
  const number = Math.min(numbers.most, call.input.number ?? numbers.default);
  const order = { time: -1, version: 1, position: 1 } as const;
  const listed = deps.activity.find({ recordId: record._id, listed: true }, withoutUndo).sort(order);
  const rows = number === 0 ? [] : await readLean(call, listed.skip(offset).limit(number));
  const shown = rows.filter((row) => isRowWithinKey(row, postType));
  return { activity: await presentActivity(call, deps, postType, shown), total: record.listedRowCount };
}

async function rawRows(call: ActivityCall, deps: ReadDeps, postType: PostType): Promise<RawActivityRow[]> {
  const { id, ts_start: from = 0, ts_end: to, offset = 0, number = numbers.most } = call.input;
  const { actions, field_types: fieldTypes, result_order: order = 'DESC' } = call.input;
  const found = await findRowsBetween(
    call,
    deps,
    { recordId: id, from, to, actions, fieldTypes },
    { order, offset, number: Math.min(numbers.most, number) },
  );
  const rows = found.filter((row) => isRowWithinKey(row, postType));
  const items = await presentActivity(call, deps, postType, rows);
  return rows.flatMap((row, index) => {
    const item = items[index];
    return item ? { ...rawRow(row, item), object_note_raw: row.objectNote } : [];
  });
}
