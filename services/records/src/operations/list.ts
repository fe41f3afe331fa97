import { recordsList, type Fields, type OutputOf } from '@svc/contracts';
import { defineHandler, ReadyJson } from '@svc/service-kit';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import { listPage } from '../lists/list-page.ts';
import { listedType } from '../lists/listed-type.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import { inListLanguage } from '../query/reference-dialect.ts';
import { filteredItems } from '../read/present-items.ts';

/** A page of the records the caller may see, and how many there are in all. */
export const list = defineHandler(recordsList, async (call, deps: ListDeps) => {
  const postType = listedType(call.actor, deps.postTypes, call.input.post_type);
  const asked = await deps.hooks.filter(
    'svc_search_viewable_posts_query',
    call,
    inListLanguage(call.input, postType),
    postType.key,
  );
  const query = parseListQuery(asked, postType);
  const { json } = await listPage(call, deps, { postType, asked, query });
  if (!isFiltered(deps)) return new ReadyJson(json);
  const { posts, total } = JSON.parse(json.toString('utf8')) as { posts: Fields[]; total: number };
  const filtered = await deps.hooks.filter(
    'svc_list_posts_custom_fields',
    call,
    { posts: await filteredItems(call, deps, postType, posts), total },
    postType.key,
  );
  return filtered as OutputOf<typeof recordsList>;
});

/** Filters take items as objects; nobody else has to make objects of them. */
function isFiltered({ hooks }: ListDeps): boolean {
  return (
    hooks.hasFilters('svc_adjust_post_custom_fields') || hooks.hasFilters('svc_list_posts_custom_fields')
  );
}
