import { recordsImportConnections } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { connectImported } from '../../importing/connect-imported.ts';
import { findImported } from '../../importing/find-imported.ts';
import type { ImportDeps } from '../../importing/import-deps.ts';
import { endOf } from '../../model/side.ts';

type LeftOut = { index: number; reason: 'record' | 'field' };

/** Connects imported records, all of a request in one transaction. */
export const importConnections = defineHandler(recordsImportConnections, async (call, deps: ImportDeps) => {
  const { source, post_type: key, connections } = call.input;
  const { fields } = deps.postTypes.get(key);
  const ids = new Set(connections.flatMap(({ source_id: id, other_id: other }) => [id, other]));
  const found = await findImported(call, deps, { source, ids });
  const leftOut: LeftOut[] = [];
  const wanted = connections.flatMap(({ source_id: id, other_id: otherId, field: name, meta }, index) => {
    const field = fields.get(name);
    const here = found.get(id);
    const other = found.get(otherId);
    const isConnection = field?.type.storage === 'edges';
    if (isConnection && here && other && other.postType === field.definition.post_type)
      return { end: endOf(field), recordId: here.recordId, otherId: other.recordId, meta };
    leftOut.push({ index, reason: isConnection ? 'record' : 'field' });
    return [];
  });
  return { made: await connectImported(call, deps, wanted), left_out: leftOut };
});
