import {
  ServiceError,
  type InputOf,
  type ListQuery,
  type OutputOf,
  type recordsCountLists,
} from '@svc/contracts';
import { Deadline, sideBySide, type Call } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import type { ListDeps } from './plan/list-deps.ts';
import type { PostType } from '../model/post-type.ts';
import { askedQuery } from './asked-list.ts';
import { countListed, inTurn } from './find-page.ts';
import type { ListedQuery } from '../query/list-query.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import { planOf } from './plan/plan-of.ts';
import { visibleList } from './plan/visible-list.ts';

type Counting = Omit<InputOf<typeof recordsCountLists>, 'post_type'>;
type CountedList = OutputOf<typeof recordsCountLists>['lists'][number];

/** Maximum number of lists counted at a time: a page full of filters must not block the database for others. */
const maxConcurrent = 4;

/** The share of the time left for counting: the answer must be in time even when not every list is counted. */
const countingPart = 0.75;

/** The number of records that the caller sees in each of several lists, equal to the totals of the lists themselves. */
export function countLists(
  call: Call,
  deps: ListDeps,
  postType: PostType,
  { queries, dialect, only_check: onlyCheck = false }: Counting,
): Promise<CountedList[]> {
  const counting = { ...call, deadline: Deadline.after(Math.floor(call.deadline.remaining * countingPart)) };
  return sideBySide(queries, maxConcurrent, async (query): Promise<CountedList> => {
    const asked = await askedQuery(call, deps, postType, { query, dialect });
    const understood = understand(asked, postType, deps);
    if ('problem' in understood) return { count: null, problem: understood.problem };
    return { count: onlyCheck ? null : await count(counting, deps, postType, understood.query) };
  });
}

function understand(query: ListQuery, postType: PostType, deps: Pick<ReadDeps, 'translate'>) {
  try {
    return { query: parseListQuery(query, postType) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'fields_to_sql') throw error;
    return { problem: { message: deps.translate(error.translatable), key: String(error.data['key']) } };
  }
}

/** Null for lists of recently viewed records, which have no count, and for lists that cannot be counted in time. */
async function count(
  call: Call,
  deps: ListDeps,
  postType: PostType,
  query: ListedQuery,
): Promise<number | null> {
  if (query.recentlyViewed || call.deadline.isOver) return null;
  try {
    const { key } = postType;
    const seen = await visibleList(call, deps, postType, query);
    const plan = () => planOf(call, deps, { postType: key, ...seen, query });
    return await inTurn(call, deps, (maxTimeMS) =>
      countListed(deps, { postType: key, ...seen, plan }, maxTimeMS),
    );
  } catch (error) {
    if (call.deadline.isOver) return null;
    if (error instanceof ServiceError && error.code === 'search_viewable_post') return null;
    throw error;
  }
}
