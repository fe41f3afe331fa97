import { recordsList, type Fields, type OutputOf } from '@svc/contracts';
import { defineHandler, RawJson, turnOf, type Call } from '@svc/service-kit';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import { askedQuery, listedType, recentPage } from '../lists/asked-list.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import { isDeepStrictEqual } from 'node:util';
import type { PostType } from '../model/post-type.ts';
import type { ItemPlan } from '../read/read-plans.ts';
import { filteredItems, loadPage, presentPage } from '../read/present-page.ts';
import { inSnapshot, readWithDeadline, type Snapshot } from '../store/read-with-deadline.ts';
import { visibleTo } from '../lists/plan/find-by.ts';
import { countAmong, findPage, type FoundPage } from '../lists/find-page.ts';
import type { ListedQuery, ListSort } from '../query/list-query.ts';
import { changedPath, privateValuesOf, type Changed } from '../cache/change-log.ts';
import type { CachedPage } from '../cache/read-cache.ts';
import { visibleList, type VisibleList } from '../lists/plan/visible-list.ts';
import { cursorKeyOf } from '../store/page-cursors.ts';

/** A page of the records that the caller may see, and their total number. */
export const list = defineHandler(recordsList, async (call, deps: ListDeps) => {
  const postType = listedType(call.actor, deps.postTypes, call.input.post_type);
  const asked = await askedQuery(call, deps, postType, call.input);
  const query = parseListQuery(asked, postType);
  const plan = deps.itemPlans.of(postType, query.shown);
  const cursorKey = cursorKeyOf(call, postType.key, asked);
  const { json } = query.recentlyViewed
    ? await makePage(call, deps, { plan, cursorKey }, (on) => recentPage(on, deps, postType))
    : await queriedPage(call, deps, query, { plan, cursorKey });
  return isFiltered(deps) ? filteredPage(call, deps, postType, json) : new RawJson(json);
});

/** Whether extensions filter the page: only then are items parsed into objects. */
function isFiltered({ hooks }: ListDeps): boolean {
  return (
    hooks.hasFilters('svc_adjust_post_custom_fields') || hooks.hasFilters('svc_list_posts_custom_fields')
  );
}

type PageCall = Pick<Call, 'actor' | 'ask' | 'deadline'>;

/** The items' form, and the key of the list under which page cursors are stored. */
interface Reading {
  readonly plan: ItemPlan;
  readonly cursorKey: string;
}

/** A page of a query's result. A cached first page is used if it would be the same now. */
async function queriedPage(
  call: PageCall,
  deps: ListDeps,
  query: ListedQuery,
  reading: Reading,
): Promise<CachedPage> {
  const { postType } = reading.plan;
  const seen = await visibleList(call, deps, postType, query);
  const find: Find = (on) =>
    findPage({ ...on, cursorKey: reading.cursorKey }, deps, { postType, query, ...seen });
  const make = () => makePage(call, deps, reading, find);
  const paths = query.offset === 0 ? orderPaths(query.sort) : undefined;
  const page = await (paths ? cachedPage(call, deps, { ...reading, seen, paths }, make) : make());
  // `makePage` has already stored the cursor of a new page.
  if (page.end) await deps.cursors.keep(call, reading.cursorKey, page.end);
  return page;
}

interface NamedList extends Reading {
  readonly seen: VisibleList;
  /** Paths of the sort keys. */
  readonly paths: readonly string[];
}

/** Returns the cached page if nothing that it depends on has changed. Grants are part of its condition, and so of the cache key. */
function cachedPage(
  call: PageCall,
  deps: ListDeps,
  { plan, seen, cursorKey, paths }: NamedList,
  make: () => Promise<CachedPage>,
): Promise<CachedPage> {
  const { key: postType } = plan.postType;
  const condition = visibleTo(seen.grants, seen.found);
  const asked = { postType, condition, name: `${cursorKey} ${plan.id}` };
  const countNow = ({ created, others }: Changed) =>
    readWithDeadline(call.deadline, (maxTimeMS) =>
      countAmong(deps, [...created, ...others], asked, maxTimeMS),
    );
  const ownValues = privateValuesOf(call.actor.userId);
  return deps.cache.pages.of(asked, make, async (page, changed, { since }) => {
    const moved = deps.cache.changedSince(since, { postType, paths });
    const isSame =
      moved !== undefined &&
      !hadAny(page, changed, moved) &&
      deps.cache.areUnchanged(since, [ownValues, ...page.ids, ...page.names.records]) &&
      (await countNow(changed)) === 0 &&
      (await areCalledSo(call, deps, page));
    return isSame ? page : undefined;
  });
}

/**
 * Whether a record that changed in condition or order may be part of the list. A record whose condition changed twice may have been counted
 * between the two changes.
 */
function hadAny({ among }: CachedPage, { created, others }: Changed, moved: Changed): boolean {
  const doubtful = new Set([...others, ...moved.others]);
  if (!among) return doubtful.size > 0;
  const changed = [...created, ...others];
  const isTwice = new Set(changed).size < changed.length;
  return isTwice || (doubtful.size > 0 && among.some((id) => doubtful.has(id)));
}

/** Whether the names of the users and places on the page are unchanged. */
async function areCalledSo(call: PageCall, deps: ListDeps, { names, called }: CachedPage): Promise<boolean> {
  const [people, places] = await Promise.all([
    deps.people.names(call, names.people),
    deps.places.names(call.deadline, names.places),
  ]);
  return (
    names.people.every((id) => isDeepStrictEqual(people.get(id), called.people.get(id))) &&
    names.places.every((id) => isDeepStrictEqual(places.get(id), called.places.get(id)))
  );
}

type Find = (on: PageCall & { readonly snapshot: Snapshot }) => Promise<FoundPage>;

/**
 * Makes a page in its turn of the queue, where cached pages do not wait: finds its records and reads their items with the names in them, all
 * in one snapshot.
 */
function makePage(call: PageCall, deps: ListDeps, reading: Reading, find: Find): Promise<CachedPage> {
  const { plan, cursorKey } = reading;
  const make = () =>
    inSnapshot(deps.store.connection, async (snapshot) => {
      const { records, total, among, end } = await find({ ...call, snapshot });
      const show = async () => {
        const page = await loadPage({ ...call, snapshot }, deps, plan, records);
        return { page, shown: await presentPage(call, deps, page) };
      };
      // The cursor is written in parallel and awaited: a caller with the answer may request the next page.
      const [{ page, shown }] = await Promise.all([show(), end && deps.cursors.keep(call, cursorKey, end)]);
      const { json: posts, names, called } = shown;
      const json = Buffer.concat([Buffer.from('{"posts":'), posts, Buffer.from(`,"total":${total}}`)]);
      return { json, end, ids: page.map(({ item }) => item.id), among, names, called };
    });
  return deps.listQueries.run(turnOf(call), make);
}

/** A page after the extensions' filters. */
async function filteredPage(
  call: Call,
  deps: ListDeps,
  postType: PostType,
  json: Buffer,
): Promise<OutputOf<typeof recordsList>> {
  const { posts, total } = JSON.parse(json.toString('utf8')) as { posts: Fields[]; total: number };
  const page = { posts: await filteredItems(call, deps, postType, posts), total };
  const filtered = await deps.hooks.filter('svc_list_posts_custom_fields', call, page, postType.key);
  return filtered as OutputOf<typeof recordsList>;
}

/** The changed paths that affect a list's order; undefined if the order depends on more than them. */
function orderPaths(sort: ListSort): readonly string[] | undefined {
  if (sort.kind === 'ranked') return undefined;
  if (sort.kind === 'first named') return ['searchText', 'sort.name'];
  return [changedPath(sort.kind === 'always set' ? sort.path : `sort.${sort.field.key}`)];
}
