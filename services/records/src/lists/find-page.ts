import { ServiceError, type Grant } from '@svc/contracts';
import { isTooSlow, turnOf, type Call } from '@svc/service-kit';
import type { ListDeps } from './plan/list-deps.ts';
import type { PostType } from '../model/post-type.ts';
import type { CacheQuery } from '../cache/query-cache.ts';
import type { Condition } from '../model/filter.ts';
import { answerMilliseconds, readWithDeadline, type Snapshot } from '../store/read-with-deadline.ts';
import type { RecordVersion } from '../model/record.ts';
import type { ListedQuery } from '../query/list-query.ts';
import { pageStages } from './plan/page-stages.ts';
import { findInIndex } from './find-in-index.ts';
import type { FoundPage } from './found-page.ts';
import { planOf } from './plan/plan-of.ts';
import { rankPage } from './rank-page.ts';
import type { VisibleList } from './plan/visible-list.ts';
import { disjointFilters } from '../access/grant.ts';
import { visibleTo, type Found } from './plan/find-by.ts';
import { readOptions, type ListPlan } from './plan/plan-list.ts';

interface PageCall extends Pick<Call, 'actor' | 'deadline'> {
  readonly snapshot: Snapshot;
  readonly cursorKey: string;
  /** Whether the name index may answer. */
  readonly usesIndex: boolean;
}

/**
 * Runs a list query. `cursorKey` identifies the list that its caller reads page by page (`store/page-cursors.ts`). Access is part of the
 * query, for the page and for the total.
 * @throws ServiceError `search_viewable_post` when it would take longer than the caller waits.
 */
export async function findPage(
  call: PageCall,
  deps: ListDeps,
  { postType, query, grants, found }: VisibleList & { postType: PostType; query: ListedQuery },
): Promise<FoundPage> {
  return inTime(call, async (maxTimeMS) => {
    const begin = await deps.cursors.find(call, call.cursorKey, query.offset);
    const indexed = call.usesIndex
      ? await findInIndex(
          deps,
          { postType, grants, found },
          { query, after: begin, userId: call.actor.userId },
        )
      : undefined;
    if (indexed) return indexed;
    const since = deps.cache.totals.moment;
    const plan = await planOf(call, deps, { postType: postType.key, grants, found, query });
    const placed = await rankPage(call, deps, { plan, query });
    const stages = [{ $match: plan.filter }, ...pageStages(query, { placed, after: begin })];
    const [records, total] = await Promise.all([
      query.limit === 0
        ? []
        : deps.records
            .aggregate<PagedRecord>(stages)
            .session(call.snapshot)
            .option({ ...readOptions(plan, maxTimeMS), batchSize: query.limit + 1 }),
      countListed(
        deps,
        { postType: postType.key, grants, found, plan: () => plan, ...(plan.ids ? { since } : {}) },
        maxTimeMS,
      ),
    ]);
    const after = records.length === query.limit ? records.at(-1)?.position : undefined;
    // The plan may have the ids of only one page.
    const among = plan.ids && plan.ids.length >= total ? plan.ids : undefined;
    return { records, total, among, end: after && { offset: query.offset + records.length, after } };
  });
}

/**
 * Runs a part of a list when its turn comes. Only few run at a time, so that the database and this process have time for short requests.
 * @throws ServiceError like `inTime`, and `service_unavailable` when its turn does not come in time.
 */
export function inTurn<Result>(
  call: Pick<Call, 'actor' | 'deadline'>,
  { listQueries }: Pick<ListDeps, 'listQueries'>,
  work: (maxTimeMS: number) => Promise<Result>,
): Promise<Result> {
  return listQueries.run(turnOf(call), () => inTime(call, work));
}

/** Runs a part of a list within its caller's deadline. @throws ServiceError `search_viewable_post` when it would take longer. */
async function inTime<Result>(
  call: Pick<Call, 'deadline'>,
  work: (maxTimeMS: number) => Promise<Result>,
): Promise<Result> {
  return readWithDeadline(call.deadline, async (remaining) => {
    try {
      return await work(Math.max(1, remaining - answerMilliseconds));
    } catch (error) {
      if (!isTooSlow(error)) throw error;
      const message = 'The list exceeded its time limit; add a filter, or sort by another field.';
      throw new ServiceError('search_viewable_post', message, { status: 503, cause: error });
    }
  });
}

/** A record of a page, with the values by which it is sorted. */
type PagedRecord = RecordVersion & { readonly position?: readonly unknown[] };

/** Distinguishes counts from page queries in MongoDB's log and profiler. */
export const countComment = 'total of a list';

interface CountedList {
  readonly postType: string;
  readonly grants: readonly Grant[];
  readonly found: Found;
  readonly plan: () => ListPlan | Promise<ListPlan>;
  /** The moment before the plan was made, if it was not made for the count alone. */
  readonly since?: number;
}

type CountDeps = Pick<ListDeps, 'records' | 'cache'>;

/** The total of a list. It is cached by condition only: the candidates by which records are found do not change their number. */
export async function countListed(deps: CountDeps, list: CountedList, maxTimeMS: number): Promise<number> {
  const { postType, grants, found, since } = list;
  const planned = since === undefined ? undefined : (await list.plan()).total;
  if (planned !== undefined) return planned;
  const condition = visibleTo(grants, found);
  const asked = { postType, condition, ...(since === undefined ? {} : { since }) };
  return deps.cache.totals.of(
    asked,
    () => count(deps, list, maxTimeMS),
    async (total, { created, others }, { isOfThen }) => {
      if (others.length > 0) return undefined;
      const more = await countAmong(deps, created, asked, maxTimeMS);
      return more === 0 || (isOfThen && more < Infinity) ? total + more : undefined;
    },
  );
}

/** Maximum number of records to check for being in a list. */
const maxLookedAt = 200;

/** The number of these records in a list; Infinity when they are too many to check. */
export async function countAmong(
  { records }: Pick<CountDeps, 'records'>,
  ids: readonly number[],
  { postType, condition }: Pick<CacheQuery, 'postType' | 'condition'>,
  maxTimeMS: number,
): Promise<number> {
  if (ids.length === 0 || ids.length > maxLookedAt) return ids.length && Infinity;
  const among = { $and: [{ postType }, condition, { _id: { $in: ids } }] };
  return counted(records, among, { maxTimeMS, hint: { _id: 1 } });
}

async function count(deps: CountDeps, list: CountedList, maxTimeMS: number): Promise<number> {
  const { postType, grants, found } = list;
  const { ids, filter, total } = await list.plan();
  if (total !== undefined) return total;
  if (ids) return counted(deps.records, filter, { maxTimeMS, hint: { _id: 1 } });
  const counts = disjointFilters(grants).map((granted) => {
    const conditions = [{ postType }, granted, found.condition];
    const filled = conditions.filter((part) => Object.keys(part).length > 0);
    return counted(deps.records, { $and: filled }, { maxTimeMS });
  });
  return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
}

/** Counts confirmed writes only: their changes are in the log before the total is cached, so that no record is counted twice. */
function counted(
  records: CountDeps['records'],
  condition: Condition,
  options: { maxTimeMS: number; hint?: Readonly<Record<string, 1 | -1>> },
): Promise<number> {
  return records
    .countDocuments(condition, { ...options, comment: countComment })
    .readConcern('majority')
    .exec();
}
