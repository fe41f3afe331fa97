import type { Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { RecordsDeps } from '../deps.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument } from '../store/record-document.ts';

/** Those of these records, of whatever type, that the caller may view; the order is not kept. */
export async function loadViewable(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<RecordsDeps, 'records' | 'hooks' | 'postTypes'>,
  ids: readonly number[],
): Promise<RecordDocument[]> {
  const accesses = new Map(
    deps.postTypes.all().map((postType) => [postType.key, accessTo(call, deps, postType, 'view')]),
  );
  const granted = [...accesses].map(([postType, { filter }]) => ({ postType, ...filter }));
  const records = await readInTime(call.deadline, (maxTimeMS) =>
    deps.records
      .find({ _id: { $in: ids }, $or: granted })
      .maxTimeMS(maxTimeMS)
      .lean(),
  );
  const byType = Map.groupBy(records, ({ postType }) => postType);
  const seen = await Promise.all(
    [...byType].map(async ([postType, found]) => (await accesses.get(postType)?.among(found)) ?? []),
  );
  return seen.flat();
}
