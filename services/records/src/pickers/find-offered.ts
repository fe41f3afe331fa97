import type { Call } from '@svc/service-kit';
import type { PickAccess } from '../access/pick-access.ts';
import type { RecentRecords } from '../recent/recent-records.ts';
import type { Collections } from '../store/collections.ts';
import type { PostType } from '../model/post-type.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import { compactPaths, type CompactRecord } from './compact-record.ts';

/** How many of the records that the caller worked on last are offered. */
const maxViewed = 5;

interface Deps extends Pick<Collections, 'records'> {
  readonly recent: RecentRecords;
}

/** What the caller worked on last, and what they last chose for the field: the granted ones, without being asked for a name. */
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

/** Those of these records that are granted, by id. */
export async function findGranted(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Deps, 'records'>,
  postType: PostType,
  { ids, access }: { ids: readonly number[]; access: PickAccess },
): Promise<ReadonlyMap<number, CompactRecord>> {
  if (ids.length === 0) return new Map();
  const wanted = { _id: { $in: [...ids] }, postType: postType.key };
  const found = await readWithDeadline(call.deadline, (maxTimeMS) =>
    deps.records
      .find({ $and: [wanted, access.filter] }, { ...compactPaths(postType), ...access.paths })
      .maxTimeMS(maxTimeMS)
      .lean<CompactRecord[]>(),
  );
  return new Map((await access.among(found)).map((record) => [record._id, record]));
}
