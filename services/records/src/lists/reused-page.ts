import { isDeepStrictEqual } from 'node:util';
import { changedPath, privateValuesOf, type Changed } from '../cache/change-log.ts';
import type { CachedPage } from '../cache/read-cache.ts';
import type { ListedQuery, ListSort } from '../query/list-query.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import { countAmong } from './find-page.ts';
import type { PageForm } from './make-page.ts';
import { visibleTo } from './plan/find-by.ts';
import type { ListDeps } from './plan/list-deps.ts';
import type { ListCall, VisibleList } from './plan/visible-list.ts';

/** A list, with everything that its first page depends on. */
interface ReusableList extends PageForm {
  readonly query: ListedQuery;
  readonly seen: VisibleList;
}

/**
 * Returns the cached first page of a list if it would be the same now, and a new one otherwise. Other pages are always new, and so are those
 * whose order depends on more than their records. Grants are part of the condition, and so of the cache key.
 */
export function reusedPage(
  call: ListCall,
  deps: ListDeps,
  { plan, cursorKey, hasCursors, hasTextIds, query, seen }: ReusableList,
  make: () => Promise<CachedPage>,
): Promise<CachedPage> {
  const isFirst = query.offset === 0 && !query.place?.position && !query.place?.isBackward;
  const paths = isFirst ? orderPaths(query.sort) : undefined;
  if (!paths) return make();
  const { key: postType } = plan.postType;
  const condition = visibleTo(seen.grants, seen.found);
  const ownQuery = [query.limit, query.isCounted, query.place !== undefined];
  const name = [cursorKey, plan.id, hasCursors, hasTextIds, ...ownQuery].join(' ');
  const asked = { postType, condition, name, asOf: call.asOf };
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
async function areCalledSo(call: ListCall, deps: ListDeps, { names, called }: CachedPage): Promise<boolean> {
  const [people, places] = await Promise.all([
    deps.people.names(call, names.people),
    deps.places.names(call.deadline, names.places),
  ]);
  return (
    names.people.every((id) => isDeepStrictEqual(people.get(id), called.people.get(id))) &&
    names.places.every((id) => isDeepStrictEqual(places.get(id), called.places.get(id)))
  );
}

/** The changed paths that affect a list's order; undefined if the order depends on more than them. */
function orderPaths(sort: ListSort): readonly string[] | undefined {
  if (sort.kind === 'ranked') return undefined;
  if (sort.kind === 'first named') return ['searchText', 'sort.name'];
  return [changedPath(sort.kind === 'always set' ? sort.path : `sort.${sort.field.key}`)];
}
