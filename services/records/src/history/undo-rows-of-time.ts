import { mongo } from 'mongoose';
import { say } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import { readInTime } from '../store/read-in-time.ts';
import { rowsOfTime, type RowsOfTime } from './find-rows-of-time.ts';
import { notUndone, type UndoRow } from './undo-of-rows.ts';

/** So much is made undone at once: rows, and megabytes of the values that they bring back. */
const most = { rows: 10_000, megabytes: 32 };

/**
 * What makes the changes of a time undone, in no order. What a record was created with is the earliest that it can be brought back to.
 * @throws ServiceError `revert_activity` when there is more than can be made undone at once: no more than that is ever read.
 */
export async function undoRowsOfTime(
  { deadline }: Pick<Call, 'deadline'>,
  { activity }: Pick<Collections, 'activity'>,
  time: RowsOfTime,
): Promise<UndoRow[]> {
  const undoable = { ...rowsOfTime(time), version: { $gt: 1 }, undo: { $exists: true } };
  const parts = { objectSubtype: 1, version: 1, position: 1, undo: 1 } as const;
  return readInTime(deadline, async (maxTimeMS) => {
    const found = activity
      .find(undoable, parts)
      .limit(most.rows + 1)
      .maxTimeMS(maxTimeMS);
    const cursor = found.lean<UndoRow[]>().cursor();
    try {
      return await gathered(cursor);
    } finally {
      await cursor.close();
    }
  });
}

async function gathered(found: AsyncIterable<UndoRow>): Promise<UndoRow[]> {
  const rows: UndoRow[] = [];
  let bytes = 0;
  for await (const row of found) {
    rows.push(row);
    bytes += mongo.BSON.calculateObjectSize(row);
    if (rows.length > most.rows)
      throw notUndone(
        say`More than ${most.rows} changes are too many to undo at once; send a later ts_start.`,
      );
    if (bytes > most.megabytes * 1024 * 1024)
      throw notUndone(
        say`These changes replaced more than ${most.megabytes} MB of values, too much to undo at once; send a later ts_start.`,
      );
  }
  return rows;
}
