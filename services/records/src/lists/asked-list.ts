import { can, ServiceError, type Actor, type ListQuery } from '@svc/contracts';
import type { Call, HookCaller } from '@svc/service-kit';
import { everything } from '../access/grant.ts';
import { accessTo } from '../access/record-access.ts';
import type { RecordVersion } from '../model/record.ts';
import { readLean, type ReadCall } from '../store/read-with-deadline.ts';
import type { FoundPage } from './found-page.ts';
import type { ListDeps } from './plan/list-deps.ts';
import type { PostType } from '../model/post-type.ts';
import type { PostTypes } from '../post-types/post-types.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import type { PlannedList } from './plan/plan-list.ts';
import { inListLanguage, type SentQuery } from '../query/reference-dialect.ts';
import { visibleList, type ListCall } from './plan/visible-list.ts';

/**
 * A post type whose records the caller may list.
 * @throws ServiceError `rest_invalid_param` for an undeclared type, `search_viewable_post` without access to it.
 */
export function listedType(actor: Actor, postTypes: PostTypes, key: string): PostType {
  const postType = postTypes.get(key);
  if (can(actor, `access_${postType.key}`)) return postType;
  throw new ServiceError('search_viewable_post', 'You do not have access to these', { status: 403 });
}

/** A query in the list language, after the extensions' filters. */
export function askedQuery(
  call: HookCaller,
  { hooks }: Pick<ListDeps, 'hooks'>,
  postType: PostType,
  sent: SentQuery,
): Promise<ListQuery> {
  const query = inListLanguage(sent, postType);
  return hooks.filter('svc_search_viewable_posts_query', call, query, postType.key);
}

/** All records that a list query finds for the caller, without its order and page. */
export async function askedList(
  call: ListCall,
  deps: ListDeps,
  postType: PostType,
  sent: SentQuery,
): Promise<PlannedList> {
  const query = parseListQuery(await askedQuery(call, deps, postType, sent), postType);
  const list = { postType: postType.key, query: wholeList };
  if (!query.recentlyViewed) return { ...list, ...(await visibleList(call, deps, postType, query)) };
  const ids = (await findRecent(call, deps, postType)).map(({ _id }) => _id);
  const found = { condition: { _id: { $in: ids } }, candidates: [{ ids }] };
  return { ...list, grants: everything, found };
}

/** The order and page of a query for all records of a list. */
export const wholeList = {
  sort: { kind: 'always set', path: 'createdAt', direction: -1 },
  offset: 0,
  limit: 0,
} as const;

type RecentCall = ReadCall & Pick<Call, 'actor'>;

/** The records of `findRecent` as a page. */
export async function recentPage(call: RecentCall, deps: ListDeps, postType: PostType): Promise<FoundPage> {
  const records = await findRecent(call, deps, postType);
  return { records, total: records.length };
}

/** The records that the caller last opened, created or commented on, the latest first, if they may still view them. */
async function findRecent(
  call: RecentCall,
  deps: ListDeps,
  type: PostType,
): Promise<readonly RecordVersion[]> {
  const { userId } = call.actor;
  const { key: postType } = type;
  const { viewed } = await deps.recent.read(call.deadline, { userId, postType });
  if (viewed.length === 0) return [];
  const access = accessTo(call, deps, type, 'view');
  const filter = { $and: [{ _id: { $in: viewed }, postType }, access.filter] };
  const query = deps.records.find(filter, { version: 1, ...access.paths });
  const found = await readLean<RecordVersion[]>(call, query);
  const byId = new Map((await access.among(found)).map((record) => [record._id, record]));
  return viewed.flatMap((id) => byId.get(id) ?? []);
}
