import { recordsImported } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { findImported } from '../../importing/find-imported.ts';
import type { ImportDeps } from '../../importing/import-deps.ts';

/** The ids of imported records by their ids at the other installation. */
export const imported = defineHandler(recordsImported, async (call, deps: ImportDeps) => {
  const { source, source_ids: ids } = call.input;
  const found = await findImported(call, deps, { source, ids });
  return { records: [...found].map(([sourceId, { recordId }]) => ({ source_id: sourceId, id: recordId })) };
});
