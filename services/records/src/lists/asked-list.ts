import { everything } from '../access/grant.ts';
import type { Call } from '@svc/service-kit';
import type { ListDeps } from './plan/list-deps.ts';
import type { PostType } from '../model/post-type.ts';
import { findRecent } from './find-recent.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import type { PlannedList } from './plan/plan-list.ts';
import { inListLanguage, type SentQuery } from '../query/reference-dialect.ts';
import { visibleList } from './plan/visible-list.ts';

/** All records that a list query finds for the caller, without its order and page. */
export async function askedList(
  call: Pick<Call, 'actor' | 'deadline' | 'ask'>,
  deps: ListDeps,
  postType: PostType,
  sent: SentQuery,
): Promise<PlannedList> {
  const queried = inListLanguage(sent, postType);
  const asked = await deps.hooks.filter('svc_search_viewable_posts_query', call, queried, postType.key);
  const query = parseListQuery(asked, postType);
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
