import type { mongo } from 'mongoose';
import type { Write } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { ConnectionItem } from '../model/connection-item.ts';
import type { EndChange } from './reconnect.ts';
import { edgeBetween } from '../model/side.ts';

/** The writes that create, update and delete the edges of one record's connections. */
export function edgeWrites(
  deps: Pick<WriteDeps, 'store' | 'edges'>,
  recordId: number,
  changes: readonly EndChange[],
  at: Date,
): Write[] {
  const namespace = deps.store.namespace(deps.edges);
  return changes.flatMap(({ end, before, after }) => {
    const kept = new Set(after.map(({ id }) => id));
    const gone = before.filter(({ id }) => !kept.has(id));
    return [
      ...gone.map(({ id }): Write => {
        const filter = asDocument({ _id: edgeBetween(end, recordId, id)._id });
        return { model: { name: 'deleteOne', namespace, filter } };
      }),
      ...after.map((item, position): Write => {
        const { _id, ...edge } = edgeBetween(end, recordId, item.id);
        const update = { ...metaUpdate(item), $setOnInsert: { ...edge, createdAt: at, position } };
        return { model: { name: 'updateOne', namespace, filter: asDocument({ _id }), update, upsert: true } };
      }),
    ];
  });
}

function metaUpdate({ meta }: ConnectionItem): mongo.Document {
  return meta ? { $set: { meta } } : { $unset: { meta: '' } };
}

/** The driver types `_id` as ObjectId; these collections use strings and numbers. */
function asDocument(value: object): mongo.Document {
  return value;
}
