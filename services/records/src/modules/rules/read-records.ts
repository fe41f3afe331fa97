import { recordsGetMany, type ExtensionCall, type Fields } from '@svc/contracts';
import { inBatches } from '@svc/service-kit';

/** Maximum number of ids in one request. */
const maxAtOnce = 500;

/** Reads fields of records of a type in the form of lists, with the version of each; by id. Records that do not exist are left out. */
export async function readRecords(
  call: ExtensionCall,
  wanted: { postType: string; ids: readonly number[]; fields: readonly string[] },
): Promise<ReadonlyMap<number, { readonly fields: Fields; readonly version: number | undefined }>> {
  const ids = [...new Set(wanted.ids)];
  const found = new Map<number, { fields: Fields; version: number | undefined }>();
  for (const part of inBatches(ids, maxAtOnce)) {
    const asked = { post_type: wanted.postType, ids: part, fields: [...wanted.fields] };
    const { records, versions } = await call(recordsGetMany, asked);
    for (const record of records) found.set(record.ID, { fields: record, version: versions[record.ID] });
  }
  return found;
}
