import type { Call } from '@svc/service-kit';
import type { Write } from '@svc/service-kit/store';
import type { ReadDeps } from '../read/read-deps.ts';
import { writeTo } from '../revision/record-writes.ts';
import type { EdgeDocument } from '../model/edge.ts';
import { readLean } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';
import { nextVersion, type Revision } from '../revision/revision.ts';
import { reconnect } from './reconnect.ts';
import { endOfEdge, otherEnd } from '../model/side.ts';

/** Maximum number of connections removed in one transaction. */
const maxAtOnce = 500;

/** One step in removing all connections of a record that is deleted. */
export interface Disconnection {
  /** The records at the other ends. */
  readonly revisions: readonly Revision[];
  readonly writes: readonly Write[];
  /** Number of connections that this step removes. */
  readonly removed: number;
  /** Whether no connections are left after this step. */
  readonly isAll: boolean;
}

/** Prepares the next step: deletes edges of the record and revises the records at their other ends. */
export async function disconnectAll(
  call: Pick<Call, 'deadline'>,
  deps: Pick<ReadDeps, 'store' | 'edges' | 'records' | 'postTypes'>,
  { recordId, at }: { recordId: number; at: Date },
): Promise<Disconnection> {
  const ofRecord = { $or: [{ from: recordId }, { to: recordId }] };
  const found = await readLean(call, deps.edges.find(ofRecord).limit(maxAtOnce + 1));
  const edges = found.slice(0, maxAtOnce);
  const ids = edges.map((edge) => otherEnd(edge, recordId));
  const others = await readLean(call, deps.records.find({ _id: { $in: ids } }).sort({ _id: 1 }));
  const filter = { _id: { $in: edges.map(({ _id }) => _id) } };
  return {
    revisions: others.map((other) => withoutRecord(deps, other, { recordId, edges, at })),
    writes: edges.length > 0 ? [writeTo(deps, deps.edges, { name: 'deleteMany', filter })] : [],
    removed: edges.length,
    isAll: found.length === edges.length,
  };
}

function withoutRecord(
  deps: Pick<ReadDeps, 'postTypes'>,
  other: RecordDocument,
  { recordId, edges, at }: { recordId: number; edges: readonly EdgeDocument[]; at: Date },
): Revision {
  const postType = deps.postTypes.withAllModules(other.postType);
  return edges
    .filter((edge) => otherEnd(edge, recordId) === other._id)
    .reduce(
      (revision, edge) => {
        const change = { end: endOfEdge(edge, other), before: [{ id: recordId }], after: [] };
        return reconnect(revision, change, postType);
      },
      nextVersion(other, at),
    );
}
