import type { Call } from '@svc/service-kit';
import type { PickAccess } from '../access/pick-access.ts';
import type { RecentRecords } from '../recent/recent-records.ts';
import type { Collections } from '../store/collections.ts';
import type { PostType } from '../model/post-type.ts';
import { readLean } from '../store/read-with-deadline.ts';
import { compactPaths, type CompactRecord } from './compact-record.ts';

/** Maximum number of recently used records offered. */
const maxViewed = 5;

interface Deps extends Pick<Collections, 'records'> {
  readonly recent: RecentRecords;
}

/** Records that the caller used last, and those that they last chose for the field, as far as access is granted. */
export async function findOffered(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Deps,
  postType: PostType,
  { fieldKey, access }: { fieldKey: string | undefined; access: PickAccess },
): Promise<readonly CompactRecord[]> {
  const of = { userId: call.actor.userId, postType: postType.key };
  const { viewed, chosen } = await deps.recent.read(call.deadline, of, fieldKey);
  const found = await findGranted(call, deps, postType, { ids: [...viewed, ...chosen], access });
  const granted = (ids: readonly number[]) => ids.flatMap((id) => found.get(id) ?? []);
  return [...granted(viewed).slice(0, maxViewed), ...granted(chosen)];
}

/** The records of these ids to which access is granted, by id. */
export async function findGranted(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Deps, 'records'>,
  postType: PostType,
  { ids, access }: { ids: readonly number[]; access: PickAccess },
): Promise<ReadonlyMap<number, CompactRecord>> {
  if (ids.length === 0) return new Map();
  const wanted = { _id: { $in: ids }, postType: postType.key };
  const found = await readLean<CompactRecord[]>(
    call,
    deps.records.find({ $and: [wanted, access.filter] }, { ...compactPaths(postType), ...access.paths }),
  );
  return new Map((await access.among(found)).map((record) => [record._id, record]));
}
