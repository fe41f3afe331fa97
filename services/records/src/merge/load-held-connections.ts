import type { Call } from '@svc/service-kit';
import { itemOf } from '../read/load-connections.ts';
import { loadNamed } from '../connections/load-named.ts';
import { edgeBetween, endOf } from '../model/side.ts';
import type { Collections } from '../store/collections.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';
import type { FieldChange } from '../revision/revision.ts';
import type { OwnConnection } from './load-all-connections.ts';

/** The existing connections of the primary record that the merge also moves to it or names in its values. */
export async function loadHeldConnections(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'edges'>,
  record: RecordDocument,
  merge: { readonly moved: readonly OwnConnection[]; readonly values: readonly FieldChange[] },
): Promise<OwnConnection[]> {
  const { moved, values: changes } = merge;
  const [same, named] = await Promise.all([
    loadSame(call, deps, record, moved),
    loadNamed(call, deps, record, { changes, code: 'update_post' }),
  ]);
  const ofFields = changes.flatMap(({ field }) =>
    (named[field.key] ?? []).map((item) => ({ end: endOf(field), item })),
  );
  return [...same, ...ofFields];
}

async function loadSame(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'edges'>,
  { _id: recordId }: RecordDocument,
  moved: readonly OwnConnection[],
): Promise<OwnConnection[]> {
  const ends = new Map(moved.map(({ end, item }) => [edgeBetween(end, recordId, item.id)._id, end]));
  if (ends.size === 0) return [];
  const edges = await readWithDeadline(call.deadline, (maxTimeMS) =>
    deps.edges
      .find({ _id: { $in: [...ends.keys()] } })
      .maxTimeMS(maxTimeMS)
      .lean(),
  );
  return edges.flatMap((edge) => {
    const end = ends.get(edge._id);
    return end ? { end, item: itemOf(edge, recordId) } : [];
  });
}
