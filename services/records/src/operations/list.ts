import { recordsList, type Fields, type OutputOf } from '@svc/contracts';
import { defineHandler, RawJson, type Call } from '@svc/service-kit';
import { askedQuery, listedType } from '../lists/asked-list.ts';
import { listPage } from '../lists/list-page.ts';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import type { PostType } from '../model/post-type.ts';
import { expandItems } from '../read/expand-items.ts';
import { filteredItems } from '../read/present-page.ts';

const pageHook = 'svc_list_posts_custom_fields';

/** A page of the records that the caller may see, and their total number. */
export const list = defineHandler(recordsList, async (call, deps: ListDeps) => {
  const postType = listedType(call.actor, deps.postTypes, call.input.post_type);
  const query = await askedQuery(call, deps, postType, call.input);
  const isOfReference = call.input.dialect === 'reference';
  const isFiltered = hasFilters(deps);
  const { json, nested } = await listPage(call, deps, {
    postType,
    query,
    // The older API has no cursors: its clients get them when they ask for them.
    hasCursors: !isOfReference,
    hasTextIds: isOfReference && !isFiltered,
    isCounted: deps.hooks.hasFilters(pageHook),
  });
  if (!isFiltered && nested.length === 0) return new RawJson(json);
  const page = await filteredPage(call, deps, { postType, json, isCounted: query['count'] !== 'none' });
  await expandItems(call, deps, page.posts, nested);
  return isOfReference ? withTextIds(page) : page;
});

/** Whether extensions filter the page: then items are parsed into objects. */
function hasFilters({ hooks }: ListDeps): boolean {
  return hooks.hasFilters('svc_adjust_post_custom_fields') || hooks.hasFilters(pageHook);
}

/** A page after the extensions' filters, which always get its total. */
async function filteredPage(
  call: Call,
  deps: ListDeps,
  { postType, json, isCounted }: { postType: PostType; json: Buffer; isCounted: boolean },
): Promise<OutputOf<typeof recordsList>> {
  const { posts, total, ...cursors } = JSON.parse(json.toString('utf8')) as {
    posts: Fields[];
    total: number;
  };
  const page = { posts: await filteredItems(call, deps, postType, posts), total };
  const filtered = await deps.hooks.filter(pageHook, call, page, postType.key);
  const counted = isCounted ? { total: filtered.total } : {};
  return { posts: filtered.posts, ...counted, ...cursors } as OutputOf<typeof recordsList>;
}

/** The page for clients of the older API: the extensions' filters still had integers. */
function withTextIds({ posts, ...page }: OutputOf<typeof recordsList>): RawJson {
  const shown = { ...page, posts: posts.map((post) => ({ ...post, ID: String(post.ID) })) };
  return new RawJson(Buffer.from(JSON.stringify(shown)));
}
