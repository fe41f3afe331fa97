import type { CompactItem } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { PickAccess } from '../access/pick-access.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import { statusOf } from '../read/read-context.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import { readLean } from '../store/read-with-deadline.ts';

/** Maximum number of recently used records offered. */
const maxViewed = 5;

/** Records that the caller used last, and those that they last chose for the field, as far as access is granted. */
export async function findOffered(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<ReadDeps, 'records' | 'recent'>,
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
  deps: Pick<ReadDeps, 'records'>,
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

export type CompactRecord = Pick<RecordDocument, '_id' | 'postType' | 'name' | 'fields'>;

export function compactPaths({ statusField, userField }: PostType): Readonly<Record<string, 1>> {
  const status = statusField ? { [`fields.${statusField.status_key}`]: 1 as const } : {};
  const user = userField === undefined ? {} : { [`fields.${userField}`]: 1 as const };
  return { postType: 1, name: 1, ...user, ...status };
}

export function isUser({ fields }: CompactRecord, { userField }: PostType): boolean {
  return Boolean(fields?.[userField ?? '']);
}

/** A record as pickers show it. */
export function compactItem(
  record: CompactRecord,
  deps: Pick<ReadDeps, 'postTypes'>,
  postType: PostType,
): CompactItem {
  const { _id, name } = record;
  const status = postType.pickedWithStatus ? statusOf(record, deps) : null;
  return {
    ID: _id,
    name,
    ...(postType.labelsItems ? { label: name } : {}),
    ...(isUser(record, postType) ? { user: true as const } : {}),
    ...(status ? { status } : {}),
  };
}
