import { recordsGetMany, type ExtensionCall, type Fields } from '@svc/contracts';

/** Maximum number of ids in one request. */
const maxAtOnce = 500;

interface RecordSelection {
  readonly postType: string;
  readonly ids: readonly number[];
  readonly fields: readonly string[];
}

/** Reads fields of records of a type in the form of lists; by id. Records that do not exist are left out. */
export async function readRecords(
  call: ExtensionCall,
  wanted: RecordSelection,
): Promise<ReadonlyMap<number, Fields>> {
  const found = await readVersions(call, wanted);
  return new Map([...found].map(([id, { fields }]) => [id, fields]));
}

/** Like `readRecords`, with the version of each record. */
export async function readVersions(
  call: ExtensionCall,
  { postType, fields, ids: wanted }: RecordSelection,
): Promise<ReadonlyMap<number, { readonly fields: Fields; readonly version: number | undefined }>> {
  const ids = [...new Set(wanted)];
  const found = new Map<number, { fields: Fields; version: number | undefined }>();
  for (let start = 0; start < ids.length; start += maxAtOnce) {
    const part = ids.slice(start, start + maxAtOnce);
    const asked = { post_type: postType, ids: part, fields: [...fields] };
    const { records, versions } = await call(recordsGetMany, asked);
    for (const record of records) found.set(record.ID, { fields: record, version: versions[record.ID] });
  }
  return found;
}
