import { recordsImport } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ImportDeps } from '../../importing/import-deps.ts';
import { importRecord } from '../../importing/import-record.ts';

/** Takes over records of another installation, side by side: what is ready together is written together. */
export const importRecords = defineHandler(recordsImport, async (call, deps: ImportDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const records = await Promise.all(
    call.input.records.map((given) => importRecord(call, deps, postType, given)),
  );
  return { records };
});
