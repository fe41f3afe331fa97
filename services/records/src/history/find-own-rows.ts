import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import type { WriteDeps } from '../revision/write-deps.ts';
import { loadViewable } from '../read/load-record.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';
import { withoutUndo, type ActivityRow } from '../model/activity-row.ts';

/** A history row of the caller, with its record. */
export interface OwnRow {
  readonly row: ActivityRow;
  readonly record: RecordDocument;
}

/** Rows per read, and maximum number of reads; callers who may no longer view many of their records get fewer rows. */
const batch = { rows: 200, times: 5 };

/** The caller's own listed rows of records that they may still view, the latest first, at most `most`. */
export async function findOwnRows(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: WriteDeps,
  most: number,
): Promise<OwnRow[]> {
  const own: OwnRow[] = [];
  for (let time = 0; time < batch.times && own.length < most; time += 1) {
    const rows = await readBatch(call, deps, time * batch.rows);
    const ids = [...new Set(rows.map(({ recordId }) => recordId))];
    const records = new Map((await loadViewable(call, deps, ids)).map((record) => [record._id, record]));
    for (const row of rows) {
      const record = records.get(row.recordId);
      if (record) own.push({ row, record });
    }
    if (rows.length < batch.rows) break;
  }
  return own.slice(0, most);
}

function readBatch(
  { actor, deadline }: Pick<Call, 'actor' | 'deadline'>,
  { activity }: Pick<Collections, 'activity'>,
  skipped: number,
): Promise<ActivityRow[]> {
  const own = { actorId: actor.userId, listed: true };
  const latestFirst = { time: -1, recordId: -1, version: -1, position: -1 } as const;
  return readWithDeadline(deadline, (maxTimeMS) =>
    activity
      .find(own, withoutUndo)
      .sort(latestFirst)
      .skip(skipped)
      .limit(batch.rows)
      .maxTimeMS(maxTimeMS)
      .lean(),
  );
}
