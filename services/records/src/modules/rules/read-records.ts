import { recordsGetMany, type ExtensionCall, type Fields } from '@svc/contracts';

/** One question takes at most so many. */
const maxAtOnce = 500;

interface RecordSelection {
  readonly postType: string;
  readonly ids: readonly number[];
  readonly fields: readonly string[];
}

/** These fields of records of a type, as lists show them, by id; records that are not there are left out. */
export async function readRecords(
  call: ExtensionCall,
  wanted: RecordSelection,
): Promise<ReadonlyMap<number, Fields>> {
  const found = await readVersions(call, wanted);
  return new Map([...found].map(([id, { fields }]) => [id, fields]));
}

/** The same, and the version of each record that was read. */
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
