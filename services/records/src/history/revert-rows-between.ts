import { mongo } from 'mongoose';
import { msg } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import { rowsBetween, type RowsBetween } from './find-rows-between.ts';
import { cannotRevert, type RevertibleRow } from './write-to-revert.ts';

/** So much is made undone at once: rows, and megabytes of the values that they bring back. */
const most = { rows: 10_000, megabytes: 32 };

/**
 * What makes the changes of a time undone, in no order. What a record was created with is the earliest that it can be brought back to.
 * @throws ServiceError `revert_activity` when there is more than can be made undone at once: no more than that is ever read.
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
        msg`More than ${most.rows} changes are too many to undo at once; send a later ts_start.`,
      );
    if (bytes > most.megabytes * 1024 * 1024)
      throw cannotRevert(
        msg`These changes replaced more than ${most.megabytes} MB of values, too much to undo at once; send a later ts_start.`,
      );
  }
  return rows;
}
