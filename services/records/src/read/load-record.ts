import { type Actor, say, ServiceError, type ErrorCode, type Saying } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { ReadDeps } from './read-deps.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument, ShownRecord } from '../model/record.ts';
import type { RecordState } from '../model/stored-value.ts';
import type { PostType } from '../model/post-type.ts';

/**
 * A record of this type that the caller may view or update. Who may is part of the query, so a record that is missing, of
 * another type or forbidden is the same undefined.
 */
export async function loadRecord(
  call: { readonly actor: Actor; readonly deadline: Call['deadline'] },
  deps: Pick<ReadDeps, 'records' | 'hooks'>,
  wanted: { postType: string; id: number; action: 'view' | 'update' },
): Promise<RecordDocument | undefined> {
  const { id, postType, action } = wanted;
  const { filter, among } = accessTo({ actor: call.actor }, deps, { key: postType }, action);
  const record = await readInTime(call.deadline, (maxTimeMS) =>
    deps.records
      .findOne({ _id: id, postType, ...filter })
      .maxTimeMS(maxTimeMS)
      .lean(),
  );
  return record ? (await among([record]))[0] : undefined;
}

/**
 * A record that the caller may update.
 * @throws ServiceError `update_post`, the same for one that is missing and one that is forbidden.
 */
export async function loadUpdatable(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<ReadDeps, 'records' | 'hooks'>,
  postType: string,
  id: number,
): Promise<RecordDocument> {
  const record = await loadRecord(call, deps, { postType, id, action: 'update' });
  if (record) return record;
  const message = say`You do not have permission to update ${postType} with ID ${id}`;
  throw new ServiceError('update_post', message, { status: 403 });
}

/**
 * A record that the caller may update and whose history he may view: what is wrong with an old value would be told to him.
 * @throws ServiceError `update_post` or `get_post_activity`.
 */
export async function loadRevertible(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<ReadDeps, 'records' | 'hooks'>,
  postType: PostType,
  id: number,
): Promise<RecordDocument> {
  const record = await loadUpdatable(call, deps, postType.key, id);
  if (await accessTo(call, deps, postType, 'view').allows(record)) return record;
  throw new ServiceError('get_post_activity', say`No permissions to read: ${postType.key}`);
}

/** Those of these records, of whatever type, that the caller may view; the order is not kept. */
export async function loadViewable(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<ReadDeps, 'records' | 'hooks' | 'postTypes'>,
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

/**
 * A record that the caller may view, as he reads it.
 * @throws ServiceError `get_post`, with the words of a get that is refused.
 */
export async function loadViewed(
  { actor, deadline }: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<ReadDeps, 'reads' | 'hooks'>,
  postType: PostType,
  id: number,
): Promise<RecordState<ShownRecord>> {
  const { grants, among } = accessTo({ actor }, deps, postType, 'view');
  const found = await deps.reads.viewed.of({ id, postType, grants, userId: actor.userId }, deadline);
  if (found && (await among([found.record])).length > 0) return found;
  const kind = postType.labelSingular.toLowerCase();
  throw new ServiceError(
    'get_post',
    say`Sorry, you don't have permission to view the ${kind} with id ${id}.`,
  );
}

/** Which record somebody wants to do something with, and the words in which he is refused. */
export interface Wanted {
  readonly postType: string;
  readonly id: number;
  readonly action: 'view' | 'update';
  readonly code: ErrorCode;
  readonly message: Saying;
}

/**
 * A record that the caller may view or update.
 * @throws ServiceError of the given code, the same for one that is missing, of another type or forbidden.
 */
export async function loadOrRefuse(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<ReadDeps, 'records' | 'hooks'>,
  { code, message, ...wanted }: Wanted,
): Promise<RecordDocument> {
  const record = await loadRecord(call, deps, wanted);
  if (record) return record;
  throw new ServiceError(code, message, { status: 403 });
}
