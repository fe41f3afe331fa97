import { systemActor } from '@svc/contracts';
import { Deadline, type Logger } from '@svc/service-kit';
import { retention, type Write } from '@svc/service-kit/store';
import type { ActivityRow } from '../model/activity-row.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import { writeTo } from '../revision/record-writes.ts';

type Deps = Pick<ReadDeps, 'store' | 'activity' | 'records'>;
type Row = Pick<ActivityRow, '_id' | 'recordId' | 'listed' | 'time'>;

/** For each batch of removed rows. */
const timeoutMs = 60_000;

/** Removes history rows older than `days`, and updates the row counts of their records. */
export function historyRetention(deps: Deps, days: number | undefined, log: Logger) {
  const { connection } = deps.store;
  return retention<Row>({
    db: connection.getClient().db(connection.name),
    collection: deps.activity.collection.collectionName,
    days,
    projection: { recordId: 1, listed: 1, time: 1 },
    timeOf: ({ time }) => new Date(time * 1_000),
    remove: (rows) => remove(rows, deps, log),
    log,
  });
}

function remove(rows: readonly Row[], deps: Deps, log: Logger): Promise<number> {
  const call = { actor: systemActor('records'), deadline: Deadline.after(timeoutMs), claim: undefined, log };
  return deps.store.commit(call, async () => {
    const left = await deps.activity
      .find({ _id: { $in: rows.map(({ _id }) => _id) } }, { recordId: 1, listed: 1 })
      .lean<Row[]>();
    return { writes: writesOf(left, deps), answer: left.length };
  });
}

/** If another instance has deleted one of the rows, the commit runs again, so that no row is counted twice. */
function writesOf(rows: readonly Row[], deps: Deps): Write[] {
  const deletions = rows.map(({ _id }) =>
    writeTo(deps, deps.activity, { name: 'deleteOne', filter: { _id }, mustMatch: true }),
  );
  const listed = Map.groupBy(
    rows.filter((row) => row.listed),
    ({ recordId }) => recordId,
  );
  const counts = [...listed].map(([_id, { length }]) => {
    const update = { $inc: { listedRowCount: -length } };
    return writeTo(deps, deps.records, { name: 'updateOne', filter: { _id }, update });
  });
  return [...deletions, ...counts];
}
