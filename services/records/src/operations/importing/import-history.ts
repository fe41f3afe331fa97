import { recordsImportHistory } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { findImported } from '../../importing/find-imported.ts';
import type { ImportDeps } from '../../importing/import-deps.ts';
import { importedVersion, isConnectionRow, rowsOf } from '../../importing/imported-rows.ts';
import { insertActivity } from '../../revision/record-writes.ts';
import { readWithDeadline } from '../../store/read-with-deadline.ts';

/** Adds missing rows of an imported record's history, taken from the other installation; the record itself is unchanged. */
export const importHistory = defineHandler(recordsImportHistory, async (call, deps: ImportDeps) => {
  const { source, source_id: sourceId, rows } = call.input;
  const named = rows.filter(isConnectionRow).map(({ meta_value: id }) => Number(id));
  const ids = new Set([sourceId, ...named].filter((id) => Number.isSafeInteger(id) && id > 0));
  const found = await findImported(call, deps, { source, ids });
  const recordId = found.get(sourceId)?.recordId ?? 0;
  return deps.store.commit({ ...call, claim: undefined }, async () => {
    const [record, held] = await readWithDeadline(call.deadline, (maxTimeMS) =>
      Promise.all([
        deps.records.findById(recordId).maxTimeMS(maxTimeMS).lean(),
        deps.activity
          .find({ recordId, version: importedVersion }, { position: 1 })
          .maxTimeMS(maxTimeMS)
          .lean(),
      ]),
    );
    if (!record) return { writes: [], answer: { added: 0, left_out: rows.length } };
    const known = new Set(held.map(({ position }) => position));
    const missing = rows.filter(({ source_id: id }) => !known.has(id));
    const made = rowsOf(missing, { record, found, postType: deps.postTypes.withAllModules(record.postType) });
    const answer = { added: made.length, left_out: missing.length - made.length };
    if (made.length === 0) return { writes: [], answer };
    const { _id, version, listedRowCount } = record;
    const filter: Record<string, unknown> = { _id, version, listedRowCount };
    const update = { $set: { listedRowCount: listedRowCount + made.filter(({ listed }) => listed).length } };
    const namespace = deps.store.namespace(deps.records);
    const counted = { model: { name: 'updateOne' as const, namespace, filter, update }, mustMatch: true };
    return { writes: [counted, ...(await insertActivity(deps, made))], answer };
  });
});
