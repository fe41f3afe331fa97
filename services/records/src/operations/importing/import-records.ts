import { recordsImport } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ImportDeps } from '../../importing/import-deps.ts';
import { importRecord } from '../../importing/import-record.ts';

/** Imports records of another installation in parallel: those that are ready at the same time share a transaction. */
export const importRecords = defineHandler(recordsImport, async (call, deps: ImportDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const records = await Promise.all(
    call.input.records.map((given) => importRecord(call, deps, postType, given)),
  );
  return { records };
});
