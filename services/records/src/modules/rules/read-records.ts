import { recordsGetMany, type ExtensionCall, type Fields } from '@svc/contracts';

/** Maximum number of ids in one request. */
const maxAtOnce = 500;

/** Reads fields of records of a type in the form of lists, with the version of each; by id. Records that do not exist are left out. */
export async function readRecords(
  call: ExtensionCall,
  wanted: {
    readonly postType: string;
    readonly ids: readonly number[];
    readonly fields: readonly string[];
  },
): Promise<ReadonlyMap<number, { readonly fields: Fields; readonly version: number | undefined }>> {
  const ids = [...new Set(wanted.ids)];
  const found = new Map<number, { fields: Fields; version: number | undefined }>();
  for (let start = 0; start < ids.length; start += maxAtOnce) {
    const part = ids.slice(start, start + maxAtOnce);
    const asked = { post_type: wanted.postType, ids: part, fields: [...wanted.fields] };
    const { records, versions } = await call(recordsGetMany, asked);
    for (const record of records) found.set(record.ID, { fields: record, version: versions[record.ID] });
  }
  return found;
}
