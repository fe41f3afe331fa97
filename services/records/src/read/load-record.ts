import { msg, ServiceError, type ErrorCode, type Message } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { accessTo, accessToDelete, judgedPaths } from '../access/record-access.ts';
import type { ReadDeps } from './read-deps.ts';
import { readLean } from '../store/read-with-deadline.ts';
import type { RecordDocument, RecordVersion, ShownRecord } from '../model/record.ts';
import type { RecordState } from '../model/stored-value.ts';
import type { PostType } from '../model/post-type.ts';

/** A request for a record and an action on it; reverting requires permission to update it and to view its history. */
export interface RecordRequest {
  readonly postType: string;
  readonly id: number;
  readonly action: 'view' | 'update' | 'revert' | 'delete';
  /** Only a user may do it: a site link, which has nobody behind it, is refused like for a missing record. */
  readonly byUser?: true;
}

type LoadCall = Pick<Call, 'actor' | 'deadline'>;
export type LoadDeps = Pick<ReadDeps, 'records' | 'hooks' | 'postTypes'>;

/**
 * A record on which the caller may perform the action. Access is part of the query, so a record that is missing, forbidden or of another
 * type gives undefined alike.
 */
export async function loadRecord(
  call: LoadCall,
  deps: LoadDeps,
  { id, postType: key, action, byUser }: RecordRequest,
): Promise<RecordDocument | undefined> {
  if (byUser && call.actor.kind === 'site_link') return undefined;
  const postType = deps.postTypes.find(key) ?? { key, grants: undefined };
  const access = (one: 'view' | 'update') => accessTo(call, deps, postType, one);
  const { filter, among } =
    action === 'delete'
      ? accessToDelete(call, deps, postType)
      : access(action === 'revert' ? 'update' : action);
  const query = deps.records.findOne({ _id: id, postType: key, ...filter });
  const found = await readLean<RecordDocument | null>(call, query);
  const [record] = await among(found ? [found] : []);
  if (record && action === 'revert' && !(await access('view').allows(record)))
    throw new ServiceError('get_post_activity', msg`No permissions to read: ${key}`);
  return record;
}

/** Like `loadRecord`, for the parts of a record that are shown; requests that arrive together share a query. */
export async function loadPermitted(
  call: LoadCall,
  deps: LoadDeps & Pick<ReadDeps, 'reads'>,
  { id, postType, action }: { id: number; postType: PostType; action: 'view' | 'update' },
): Promise<ShownRecord | undefined> {
  const { grants, among } = accessTo(call, deps, postType, action);
  const found = await deps.reads.permitted.of({ id, postType, grants }, call.deadline);
  return found && (await among([found])).at(0);
}

/**
 * Like `loadRecord`, but throws the same error for missing and forbidden records.
 * @throws ServiceError with the given code, by default `update_post`.
 */
export async function loadOrRefuse(
  call: LoadCall,
  deps: LoadDeps,
  wanted: RecordRequest & { readonly code?: ErrorCode; readonly message?: Message },
): Promise<RecordDocument> {
  const record = await loadRecord(call, deps, wanted);
  if (record) return record;
  const { postType, id, code = 'update_post' } = wanted;
  const { message = msg`You do not have permission to update ${postType} with ID ${id}` } = wanted;
  throw new ServiceError(code, message, { status: 403 });
}

/** The given records, of any type, that the caller may view; whole or limited to these paths, in any order. */
export async function loadViewable<
  Found extends RecordVersion & { readonly postType: string } = RecordDocument,
>(
  call: LoadCall,
  deps: LoadDeps,
  ids: readonly number[],
  paths?: Readonly<Record<string, 1>>,
): Promise<Found[]> {
  const accesses = new Map(
    deps.postTypes.all().map((postType) => [postType.key, accessTo(call, deps, postType, 'view')]),
  );
  const granted = [...accesses].map(([postType, { filter }]) => ({ postType, ...filter }));
  const records = await readLean<Found[]>(
    call,
    deps.records.find({ _id: { $in: ids }, $or: granted }, paths && { ...judgedPaths, ...paths }),
  );
  const byType = Map.groupBy(records, ({ postType }) => postType);
  const seen = await Promise.all(
    [...byType].map(async ([postType, found]) => (await accesses.get(postType)?.among(found)) ?? []),
  );
  return seen.flat();
}

/**
 * A record that the caller may view, in the state that they read.
 * @throws ServiceError `get_post`, with the message of a refused get.
 */
export async function loadViewed(
  call: LoadCall,
  deps: Pick<ReadDeps, 'reads' | 'hooks'>,
  postType: PostType,
  id: number,
): Promise<RecordState<ShownRecord>> {
  const { grants, among } = accessTo(call, deps, postType, 'view');
  const wanted = { id, postType, grants, userId: call.actor.userId };
  const found = await deps.reads.viewed.of(wanted, call.deadline);
  if (found && (await among([found.record])).length > 0) return found;
  const kind = postType.labelSingular.toLowerCase();
  const message = msg`Sorry, you don't have permission to view the ${kind} with id ${id}.`;
  throw new ServiceError('get_post', message);
}
