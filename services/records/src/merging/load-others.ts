import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { recordsTouched } from '../writing/records-touched.ts';
import type { OwnConnection } from './load-all-connections.ts';
import type { Merge, MergedStates } from './merge.ts';

/** The records besides the two that a merge may touch, as far as they are there, by id. */
export async function loadOthers(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'records'>,
  merge: Merge,
  { states, connections }: { states: MergedStates; connections: readonly OwnConnection[] },
): Promise<ReadonlyMap<number, RecordDocument>> {
  const both = [states.primary.record._id, states.archiving.record._id];
  const ids = new Set([
    ...connections.map(({ item }) => item.id),
    ...recordsTouched(merge.values, merge.shares),
  ]);
  const wanted = [...ids].filter((id) => !both.includes(id));
  if (wanted.length === 0) return new Map();
  const records = await readInTime(call.deadline, (maxTimeMS) =>
    deps.records
      .find({ _id: { $in: wanted } })
      .sort({ _id: 1 })
      .maxTimeMS(maxTimeMS)
      .lean(),
  );
  return new Map(records.map((record) => [record._id, record]));
}
