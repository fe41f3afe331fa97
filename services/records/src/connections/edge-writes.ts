import type { Write } from '@svc/service-kit/store';
import type { ReadDeps } from '../read/read-deps.ts';
import { writeTo } from '../revision/record-writes.ts';
import type { EndChange } from './reconnect.ts';
import { edgeBetween } from '../model/side.ts';

/** The writes that create, update and delete the edges of one record's connections. */
export function edgeWrites(
  deps: Pick<ReadDeps, 'store' | 'edges'>,
  recordId: number,
  changes: readonly EndChange[],
  at: Date,
): Write[] {
  return changes.flatMap(({ end, before, after }) => {
    const kept = new Set(after.map(({ id }) => id));
    const gone = before.filter(({ id }) => !kept.has(id));
    return [
      ...gone.map(({ id }) => {
        const filter = { _id: edgeBetween(end, recordId, id)._id };
        return writeTo(deps, deps.edges, { name: 'deleteOne', filter });
      }),
      ...after.map((item, position) => {
        const { _id, ...edge } = edgeBetween(end, recordId, item.id);
        const meta = item.meta ? { $set: { meta: item.meta } } : { $unset: { meta: '' } };
        const update = { ...meta, $setOnInsert: { ...edge, createdAt: at, position } };
        return writeTo(deps, deps.edges, { name: 'updateOne', filter: { _id }, update, upsert: true });
      }),
    ];
  });
}
