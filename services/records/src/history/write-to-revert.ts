import { mongo } from 'mongoose';
import { msg, ServiceError, type Fields, type Message } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { ActivityRow, Undo } from '../model/activity-row.ts';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import type { Collections } from '../store/collections.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import { rowsBetween, type RowsBetween } from './find-rows-between.ts';

/** The part of a row that is needed to revert its change. */
type RevertibleRow = Pick<ActivityRow, '_id' | 'objectSubtype' | 'version' | 'position' | 'undo'>;

type Entry = Readonly<Record<string, unknown>>;

/**
 * The write, as a client would send it, that reverts the changes of these rows: for a field with one value, the value before the first
 * change; for a field with several, the former state of each changed value.
 * @throws ServiceError `revert_activity` for a row that cannot be reverted.
 */
export function writeToRevert(
  rows: readonly RevertibleRow[],
  postType: Pick<PostType, 'key' | 'fields'>,
  record: Pick<RecordDocument, 'fields'>,
): Fields {
  const oldestFirst = rows.toSorted(
    (one, other) => one.version - other.version || one.position - other.position,
  );
  const writes = [...Map.groupBy(oldestFirst, ({ objectSubtype }) => objectSubtype)].map(([key, ofField]) => {
    const undos = ofField.map(undoOf);
    const field = postType.fields.get(key);
    if (!field) throw cannotRevert(msg`${key} is no longer a field of ${postType.key}.`);
    return [key, writeOf(undos, field, record.fields[key])] as const;
  });
  return Object.fromEntries(writes);
}

export function cannotRevert(message: Message): ServiceError {
  return new ServiceError('revert_activity', message);
}

function undoOf({ _id: id, undo }: RevertibleRow): Undo {
  if (undo) return undo;
  throw cannotRevert(msg`The item ${id} of the history is not the change of a value and cannot be reverted.`);
}

function writeOf(undos: readonly Undo[], field: Field, stored: unknown): unknown {
  const entries = new Map<string, Entry>();
  for (const { entry, write } of undos) {
    if (entry === undefined) return write;
    // The older of two changes has the former state.
    entries.set(entry, { ...(write as Entry), ...entries.get(entry) });
  }
  const values = [...entries.values()];
  return { values: field.type.history?.revertEntries?.(values, stored) ?? values };
}

/** The maximum that can be reverted at once: rows, and megabytes of the values that they restore. */
const most = { rows: 10_000, megabytes: 32 };

/**
 * The rows to revert for a period, in no order. A record cannot be reverted to a state before its creation.
 * @throws ServiceError `revert_activity` when there are more rows than can be reverted at once; it reads no more than that.
 */
export async function revertRowsBetween(
  { deadline }: Pick<Call, 'deadline'>,
  { activity }: Pick<Collections, 'activity'>,
  time: RowsBetween,
): Promise<RevertibleRow[]> {
  const undoable = { ...rowsBetween(time), version: { $gt: 1 }, undo: { $exists: true } };
  const parts = { objectSubtype: 1, version: 1, position: 1, undo: 1 } as const;
  return readWithDeadline(deadline, async (maxTimeMS) => {
    const found = activity
      .find(undoable, parts)
      .limit(most.rows + 1)
      .maxTimeMS(maxTimeMS);
    const cursor = found.lean<RevertibleRow[]>().cursor();
    try {
      return await gathered(cursor);
    } finally {
      await cursor.close();
    }
  });
}

async function gathered(found: AsyncIterable<RevertibleRow>): Promise<RevertibleRow[]> {
  const rows: RevertibleRow[] = [];
  let bytes = 0;
  for await (const row of found) {
    rows.push(row);
    bytes += mongo.BSON.calculateObjectSize(row);
    if (rows.length > most.rows)
      throw cannotRevert(
        msg`More than the maximum of ${most.rows} changes would be reverted; send a later ts_start.`,
      );
    if (bytes > most.megabytes * 1024 * 1024)
      throw cannotRevert(
        msg`The reverted values would be larger than the maximum of ${most.megabytes} MB; send a later ts_start.`,
      );
  }
  return rows;
}
