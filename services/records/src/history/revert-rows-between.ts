import { mongo } from 'mongoose';
import { msg } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import { rowsBetween, type RowsBetween } from './find-rows-between.ts';
import { cannotRevert, type RevertibleRow } from './write-to-revert.ts';

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
        msg`More than ${most.rows} changes are too many to undo at once; send a later ts_start.`,
      );
    if (bytes > most.megabytes * 1024 * 1024)
      throw cannotRevert(
        msg`These changes replaced more than ${most.megabytes} MB of values, too much to undo at once; send a later ts_start.`,
      );
  }
  return rows;
}
