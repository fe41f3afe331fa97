import { can, recordsList, ServiceError, type OutputOf } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { findPage } from '../list/find-page.ts';
import { parseListQuery } from '../list/parse-list-query.ts';
import { presentPage } from '../reading/present-page.ts';

/** A page of the records the caller may see, and how many there are in all. */
export const list = defineHandler(recordsList, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  if (!can(call.actor, `access_${postType.key}`)) {
    throw new ServiceError('search_viewable_post', 'You do not have access to these', { status: 403 });
  }
  const query = parseListQuery(call.input.query, postType);
  const { records, total } = await findPage(call, deps, postType, query);
  const posts = await presentPage(call, deps, { postType, records, shown: query.shown });
  const page = await deps.hooks.filter('svc_list_posts_custom_fields', call, { posts, total }, postType.key);
  return page as OutputOf<typeof recordsList>;
});
