import type { Call } from '@svc/service-kit';
import { commentsFindRecords, type Grant, type MapBounds, ServiceError } from '@svc/contracts';
import { listAccess } from '../../access/list-access.ts';
import type { ListDeps } from './list-deps.ts';
import type { PostType } from '../../model/post-type.ts';
import { allOf, findBy, type Found, listed } from './find-by.ts';
import type { ListedQuery } from '../../query/list-query.ts';
import { searchTexts } from './search-texts.ts';
import type { Condition, FilterSearch } from '../../model/filter.ts';
import { connectedIds, connectionSearch } from '../../connections/connection-search.ts';
import { readLean } from '../../store/read-with-deadline.ts';

export interface ListCall extends Pick<Call, 'actor' | 'deadline' | 'ask'> {
  /** A moment of `performance.now()`: the list has every write confirmed before it; by default before each of its reads. */
  readonly asOf?: number;
}

/** The condition of a list, and the grants by which its caller sees records. */
export interface VisibleList {
  readonly grants: readonly Grant[];
  readonly found: Found;
}

/** The parts of a query that decide which records it finds, and the lookups for them; by default lookups of its own. */
interface FoundBy extends Pick<ListedQuery, 'filters' | 'search' | 'mapBounds'> {
  readonly lookups?: FilterSearch;
}

/** The condition and grants of a query, over the records that lists show to the caller. */
export async function visibleList(
  call: ListCall,
  deps: ListDeps,
  postType: PostType,
  query: FoundBy,
): Promise<VisibleList> {
  const { lookups = filterSearch(call, deps, postType.key) } = query;
  const [{ grants, conditions }, asked] = await Promise.all([
    listAccess(call, deps, postType),
    conditionsOf(call, deps, postType, { ...query, lookups }),
  ]);
  if (!conditions) return { grants, found: asked };
  const seen = await findBy(conditions, lookups);
  return { grants, found: allOf([asked, seen]) };
}

/** The condition of a query, without access. */
export async function conditionsOf(
  call: ListCall,
  deps: ListDeps,
  postType: PostType,
  { filters, search, mapBounds, lookups: asked = filterSearch(call, deps, postType.key) }: FoundBy,
): Promise<Found> {
  const searched = search && searchTexts(search, postType, asked);
  const [filtered, found] = await Promise.all([findBy(filters, asked), searched]);
  const bounds = mapBounds && listed({ condition: withinBounds(mapBounds, postType) });
  return allOf([filtered, found, bounds].filter((part) => part !== undefined));
}

/** The condition that a record has a place with a point in the box (docs/reference/list-query.md#parameters). */
function withinBounds({ north, south, east, west }: MapBounds, { fields }: PostType): Condition {
  const lng =
    west <= east
      ? [{ lng: { $gte: west, $lte: east } }]
      : [{ $or: [{ lng: { $gte: west } }, { lng: { $lte: east } }] }];
  const point = { $elemMatch: { $and: [{ lat: { $gte: south, $lte: north } }, ...lng] } };
  const keys = [...fields.values()].filter(({ type }) => type.query?.hasPoints).map(({ key }) => key);
  return keys.length === 0
    ? { _id: { $in: [] } }
    : { $or: keys.map((key) => ({ [`fields.${key}`]: point })) };
}

/** The lookups for several lists that are counted together: each query runs once for all of them. */
export function countingSearch(call: ListCall, deps: ListDeps, postType: string): FilterSearch {
  const search = filterSearch(call, deps, postType);
  const contact = once(() => search.callersContact());
  const known = new Map<string, Promise<readonly number[] | undefined>>();
  const remembered = (key: unknown, look: () => Promise<readonly number[] | undefined>) => {
    const name = JSON.stringify(key);
    const result = known.get(name) ?? look();
    known.set(name, result);
    return result;
  };
  return {
    ...search,
    callersContact: contact,
    connectedIds: (end, ids) => remembered([end, ids], () => connectedIds(call, deps, end, ids)),
    idsByPrivateValues: async (condition) =>
      (await remembered(condition, () => search.idsByPrivateValues(condition))) ?? [],
  };
}

function once<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= look());
}

/** The lookups that the filters of a type need; each is a query. */
function filterSearch(call: ListCall, deps: ListDeps, postType: string): FilterSearch {
  const { userId } = call.actor;
  return {
    ...connectionSearch(call, deps),
    userId,
    async placesBelow(gridIds) {
      const below = deps.locations.find({ lineage: { $in: gridIds } }, { _id: 1 });
      const found = await readLean<{ _id: number }[]>(call, below);
      return [...new Set([...gridIds, ...found.map(({ _id }) => _id)])];
    },
    async idsByPrivateValues(condition) {
      if (userId === 0) return [];
      const own = deps.privateValues.find({ $and: [{ userId, postType }, condition] }, { recordId: 1 });
      const found = await readLean<{ recordId: number }[]>(call, own);
      return found.map(({ recordId }) => recordId);
    },
    async commentedWith(text) {
      const asked = { post_type: postType, text };
      const { record_ids: ids, has_more: hasMore } = await call.ask(commentsFindRecords, asked);
      if (!hasMore) return ids;
      const message = 'The text is in the comments of too many records; search for a longer text.';
      throw new ServiceError('search_viewable_post', message, { status: 400, data: { key: 'text' } });
    },
  };
}
