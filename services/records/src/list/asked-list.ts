import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import { findRecent } from './find-recent.ts';
import { parseListQuery } from './parse-list-query.ts';
import type { PlannedList } from './plan-list.ts';
import { inListLanguage, type SentQuery } from './reference-dialect.ts';
import { seenList } from './seen-list.ts';
import { wholeList } from './whole-list.ts';

/** All records that a list query finds for the caller, whatever their order and its page. */
export async function askedList(
  call: Pick<Call, 'actor' | 'deadline' | 'ask'>,
  deps: RecordsDeps,
  postType: PostType,
  sent: SentQuery,
): Promise<PlannedList> {
  const queried = inListLanguage(sent, postType);
  const asked = await deps.hooks.filter('svc_search_viewable_posts_query', call, queried, postType.key);
  const query = parseListQuery(asked, postType);
  const list = { postType: postType.key, query: wholeList };
  if (!query.recentlyViewed) return { ...list, ...(await seenList(call, deps, postType, query)) };
  const ids = (await findRecent(call, deps, postType)).map(({ _id }) => _id);
  const found = { condition: { _id: { $in: ids } }, candidates: [{ ids }] };
  return { ...list, grants: [{ kind: 'all' }], found };
}
