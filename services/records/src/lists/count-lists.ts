import {
  ServiceError,
  type InputOf,
  type ListQuery,
  type OutputOf,
  type recordsCountLists,
} from '@svc/contracts';
import { isDeepStrictEqual } from 'node:util';
import { Deadline, sideBySide, type Call } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import type { ListDeps } from './plan/list-deps.ts';
import type { PostType } from '../model/post-type.ts';
import { countIndexed } from '../name-index/count-indexed.ts';
import { askedQuery } from './asked-list.ts';
import { countListed, inTurn } from './find-page.ts';
import type { ListedQuery } from '../query/list-query.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import { planOf } from './plan/plan-of.ts';
import { countingSearch, visibleList, type VisibleList } from './plan/visible-list.ts';

type Counting = Omit<InputOf<typeof recordsCountLists>, 'post_type'>;
type CountedList = OutputOf<typeof recordsCountLists>['lists'][number];

/** Maximum number of lists counted at a time: a page full of filters must not block the database for others. */
const maxConcurrent = 4;

/** The share of the time left for counting: the answer must be in time even when not every list is counted. */
const countingPart = 0.75;

/**
 * The number of records that the caller sees in each of several lists, equal to the totals of the lists themselves. The name index counts
 * in one pass all lists that it can decide; the database counts the others.
 */
export async function countLists(
  call: Call,
  deps: ListDeps,
  postType: PostType,
  { queries, dialect, only_check: onlyCheck = false }: Counting,
): Promise<CountedList[]> {
  const read = await sideBySide(queries, maxConcurrent, async (query) =>
    understand(await askedQuery(call, deps, postType, { query, dialect }), postType, deps),
  );
  const counting = { ...call, deadline: Deadline.after(Math.floor(call.deadline.remaining * countingPart)) };
  const counts = onlyCheck ? [] : await countAll(counting, deps, postType, read.map(queryOf));
  return read.map((each, place) => ({
    count: counts[place] ?? null,
    ...('problem' in each && { problem: each.problem }),
  }));
}

type Understood = { readonly query: ListedQuery } | { readonly problem: CountedList['problem'] };

function understand(query: ListQuery, postType: PostType, deps: Pick<ReadDeps, 'translate'>): Understood {
  try {
    return { query: parseListQuery(query, postType) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'fields_to_sql') throw error;
    return { problem: { message: deps.translate(error.translatable), key: String(error.data['key']) } };
  }
}

/** Lists of recently viewed records have no count. */
function queryOf(understood: Understood): ListedQuery | undefined {
  return 'query' in understood && !understood.query.recentlyViewed ? understood.query : undefined;
}

/** A list to count: undefined when there is nothing to count, or no time left. */
type ToCount = (VisibleList & { readonly query: ListedQuery }) | undefined;

async function countAll(
  call: Call,
  deps: ListDeps,
  postType: PostType,
  queries: readonly (ListedQuery | undefined)[],
): Promise<(number | undefined)[]> {
  const lookups = countingSearch(call, deps, postType.key);
  const lists = await sideBySide(queries, maxConcurrent, (query) =>
    inTime<ToCount>(
      call,
      async () => query && { ...(await visibleList(call, deps, postType, { ...query, lookups })), query },
    ),
  );
  const known = await countInIndex(deps, postType, lists);
  return sideBySide([...lists.entries()], maxConcurrent, async ([place, list]) =>
    list && known[place] === undefined
      ? inTime(call, () => countInDatabase(call, deps, postType, list))
      : known[place],
  );
}

/** All counts that the name index can decide; callers see the lists of one request by the same grants. */
async function countInIndex(
  { nameIndex }: Pick<ListDeps, 'nameIndex'>,
  { key: postType }: PostType,
  lists: readonly ToCount[],
): Promise<readonly (number | undefined)[]> {
  const grants = lists.find((list) => list !== undefined)?.grants;
  const table = grants && (await nameIndex.current());
  if (!table) return [];
  const tests = lists.map((list) =>
    list && isDeepStrictEqual(list.grants, grants) ? list.found.test : undefined,
  );
  return countIndexed(table, { postType, grants }, tests);
}

function countInDatabase(
  call: Call,
  deps: ListDeps,
  { key: postType }: PostType,
  { query, ...seen }: NonNullable<ToCount>,
): Promise<number> {
  const plan = () => planOf(call, deps, { postType, ...seen, query });
  return inTurn(call, deps, (maxTimeMS) => countListed(deps, { postType, ...seen, plan }, maxTimeMS));
}

/** Undefined when the time for counting has passed, or the list takes too long. */
async function inTime<Result>(
  { deadline }: Pick<Call, 'deadline'>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (deadline.isOver) return undefined;
  try {
    return await work();
  } catch (error) {
    if (deadline.isOver) return undefined;
    if (error instanceof ServiceError && error.code === 'search_viewable_post') return undefined;
    throw error;
  }
}
