import { recordsViewable } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { hitRecord } from '../reading/hit-record.ts';
import { loadViewable } from '../reading/load-viewable.ts';

/** Those of the given records that the caller may view; the order is not kept. */
export const viewable = defineHandler(recordsViewable, async (call, deps: RecordsDeps) => {
  const records = await loadViewable(call, deps, call.input.ids);
  return { records: records.map((record) => hitRecord(record, deps)) };
});
