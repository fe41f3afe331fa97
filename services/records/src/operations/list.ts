import { recordsList, type Fields, type OutputOf } from '@svc/contracts';
import { defineHandler, RawJson, turnOf, type Call } from '@svc/service-kit';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import { askedQuery, listedType, recentPage } from '../lists/asked-list.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import { isDeepStrictEqual } from 'node:util';
import type { PostType } from '../model/post-type.ts';
import type { RecordVersion } from '../model/record.ts';
import type { ItemPlan } from '../read/read-plans.ts';
import {
  filteredItems,
  loadPage,
  presentPage,
  type ItemForm,
  type LoadedItem,
} from '../read/present-page.ts';
import { inSnapshot, readLean, readWithDeadline, type Snapshot } from '../store/read-with-deadline.ts';
import { visibleTo } from '../lists/plan/find-by.ts';
import { countAmong, findPage } from '../lists/find-page.ts';
import type { FoundPage } from '../lists/found-page.ts';
import { decodeCursor, encodeCursor } from '../lists/list-cursor.ts';
import type { ListedQuery, ListPlace, ListSort } from '../query/list-query.ts';
import { changedPath, privateValuesOf, type Changed } from '../cache/change-log.ts';
import type { CachedPage } from '../cache/read-cache.ts';
import { visibleList, type VisibleList } from '../lists/plan/visible-list.ts';
import { cursorKeyOf } from '../store/page-cursors.ts';

const pageHook = 'svc_list_posts_custom_fields';

/** A page of the records that the caller may see, and their total number. */
export const list = defineHandler(recordsList, async (call, deps: ListDeps) => {
  const postType = listedType(call.actor, deps.postTypes, call.input.post_type);
  const asked = await askedQuery(call, deps, postType, call.input);
  const parsed = parseListQuery(asked, postType);
  const { cursor, isCounted } = parsed;
  const cursorKey = cursorKeyOf(call, postType.key, asked);
  const query = {
    ...parsed,
    place: cursor === undefined ? undefined : decodeCursor(cursor, cursorKey),
    isCounted: isCounted || deps.hooks.hasFilters(pageHook),
  };
  const plan = deps.itemPlans.of(postType, query.shown);
  const isOfReference = call.input.dialect === 'reference';
  // The older API has no cursors: its clients get them when they ask for them.
  const hasCursors = !isOfReference || cursor !== undefined;
  const reading = { plan, cursorKey, hasCursors, hasTextIds: isOfReference && !isFiltered(deps) };
  const { json } = query.recentlyViewed
    ? await makePage(call, deps, reading, (on) => recentPage(on, deps, postType))
    : await queriedPage(call, deps, query, reading);
  if (!isFiltered(deps)) return new RawJson(json);
  const page = await filteredPage(call, deps, { postType, json, isCounted });
  return isOfReference ? withTextIds(page) : page;
});

/** Whether extensions filter the page: only then are items parsed into objects. */
function isFiltered({ hooks }: ListDeps): boolean {
  return hooks.hasFilters('svc_adjust_post_custom_fields') || hooks.hasFilters(pageHook);
}

type PageCall = Pick<Call, 'actor' | 'ask' | 'deadline'>;

/** The items' form, and the key of the list to which cursors belong. */
interface Reading extends Required<ItemForm> {
  readonly plan: ItemPlan;
  readonly cursorKey: string;
  /** Whether the answer has cursors. */
  readonly hasCursors: boolean;
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
  const isFirst = query.offset === 0 && !query.place?.position && !query.place?.isBackward;
  const paths = isFirst ? orderPaths(query.sort) : undefined;
  const page = await (paths ? cachedPage(call, deps, { ...reading, query, seen, paths }, make) : make());
  // `makePage` has already stored the cursor of a new page.
  if (page.end) await deps.cursors.keep(call, reading.cursorKey, page.end);
  return page;
}

interface NamedList extends Reading {
  readonly query: ListedQuery;
  readonly seen: VisibleList;
  /** Paths of the sort keys. */
  readonly paths: readonly string[];
}

/** Returns the cached page if nothing that it depends on has changed. Grants are part of its condition, and so of the cache key. */
function cachedPage(
  call: PageCall,
  deps: ListDeps,
  { plan, cursorKey, hasCursors, hasTextIds, query, seen, paths }: NamedList,
  make: () => Promise<CachedPage>,
): Promise<CachedPage> {
  const { key: postType } = plan.postType;
  const condition = visibleTo(seen.grants, seen.found);
  const ownQuery = [query.limit, query.isCounted, query.place !== undefined];
  const name = [cursorKey, plan.id, hasCursors, hasTextIds, ...ownQuery].join(' ');
  const asked = { postType, condition, name };
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

type Find = (
  on: PageCall & { readonly snapshot: Snapshot; readonly usesIndex: boolean },
) => Promise<FoundPage>;

/** How often a page of the name index is made again when one of its records changes meanwhile; then the database finds the page. */
const maxIndexed = 3;

/** Makes a page in its turn of the queue, where cached pages do not wait. */
function makePage(call: PageCall, deps: ListDeps, reading: Reading, find: Find): Promise<CachedPage> {
  return deps.listQueries.run(turnOf(call), async () => {
    for (let tries = 1; ; tries += 1) {
      const page = await tryPage(call, deps, reading, (on) =>
        find({ ...on, usesIndex: tries <= maxIndexed }),
      );
      if (page) return page;
    }
  });
}

/**
 * Finds the records of a page and reads their items with the names in them, all in one snapshot. Undefined when the name index found the
 * page and the snapshot has another version of one of its records: access and order were decided by the version of the index.
 */
function tryPage(
  call: PageCall,
  deps: ListDeps,
  { plan, cursorKey, hasCursors, hasTextIds }: Reading,
  find: (on: PageCall & { readonly snapshot: Snapshot }) => Promise<FoundPage>,
): Promise<CachedPage | undefined> {
  return inSnapshot(deps.store.connection, async (snapshot) => {
    const found = await find({ ...call, snapshot });
    const { records, among, end, indexed } = found;
    const items = await loadPage({ ...call, snapshot }, deps, plan, records);
    if (indexed && !(await areOfSnapshot({ ...call, snapshot }, deps, { records, items, ...indexed })))
      return undefined;
    // The cursor is written in parallel and awaited: a caller with the answer may request the next page.
    const [shown] = await Promise.all([
      presentPage(call, deps, items, { hasTextIds }),
      end && deps.cursors.keep(call, cursorKey, end),
    ]);
    const { json: posts, names, called } = shown;
    const others = othersOf(found, hasCursors ? cursorKey : undefined);
    const json = Buffer.concat([Buffer.from('{"posts":'), posts, Buffer.from(`${others}}`)]);
    return { json, end, ids: items.map(({ item }) => item.id), among, names, called };
  });
}

/** The JSON of an answer after its records: the total, and with the key of the list the cursors. */
function othersOf({ total, next, previous }: FoundPage, cursorKey: string | undefined): string {
  const counted = total === undefined ? '' : `,"total":${total}`;
  if (cursorKey === undefined) return counted;
  const cursor = (place: ListPlace | undefined) => (place ? `"${encodeCursor(place, cursorKey)}"` : 'null');
  return `${counted},"next_cursor":${cursor(next)},"previous_cursor":${cursor(previous)}`;
}

/**
 * Whether a page of the name index is one state of its records: items from the cache or the snapshot have the versions of the index, and so
 * have the records with private values, which are always read in the snapshot.
 */
async function areOfSnapshot(
  call: PageCall & { readonly snapshot: Snapshot },
  { records }: Pick<ListDeps, 'records'>,
  page: { records: readonly RecordVersion[]; items: readonly LoadedItem[]; withOwnValues: readonly number[] },
): Promise<boolean> {
  const versions = new Map(page.records.map(({ _id, version }) => [_id, version]));
  const isSame = ({ _id, version }: RecordVersion) => versions.get(_id) === version;
  const { items } = page;
  const areRead =
    items.length === page.records.length && items.every(({ item }) => isSame({ ...item, _id: item.id }));
  const owned = items.filter(({ hasOwnValues }) => hasOwnValues).map(({ item }) => item.id);
  const ids = [...new Set([...owned, ...page.withOwnValues])];
  if (!areRead || ids.length === 0) return areRead;
  const found = await readLean<RecordVersion[]>(call, records.find({ _id: { $in: ids } }, { version: 1 }));
  return found.length === ids.length && found.every(isSame);
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

/** The changed paths that affect a list's order; undefined if the order depends on more than them. */
function orderPaths(sort: ListSort): readonly string[] | undefined {
  if (sort.kind === 'ranked') return undefined;
  if (sort.kind === 'first named') return ['searchText', 'sort.name'];
  return [changedPath(sort.kind === 'always set' ? sort.path : `sort.${sort.field.key}`)];
}
