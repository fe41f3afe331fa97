import { recordsGetMany, type ExtensionCall, type Fields } from '@svc/contracts';

/** One question takes at most so many. */
const mostAtOnce = 500;

/** These fields of records of a type, as lists show them, by id; records that are not there are left out. */
export async function readRecords(
  call: ExtensionCall,
  wanted: { postType: string; ids: readonly number[]; fields: readonly string[] },
): Promise<ReadonlyMap<number, Fields>> {
  const { postType, fields } = wanted;
  const ids = [...new Set(wanted.ids)];
  const found = new Map<number, Fields>();
  for (let start = 0; start < ids.length; start += mostAtOnce) {
    const part = ids.slice(start, start + mostAtOnce);
    const { records } = await call(recordsGetMany, { post_type: postType, ids: part, fields: [...fields] });
    for (const record of records) found.set(record.ID, record);
  }
  return found;
}
