import { ServiceError, type Grant } from '@svc/contracts';
import { isTooSlow, turnOf, type Call } from '@svc/service-kit';
import type { PipelineStage } from 'mongoose';
import type { ListDeps } from './plan/list-deps.ts';
import type { PostType } from '../model/post-type.ts';
import type { CacheQuery } from '../cache/query-cache.ts';
import type { Condition } from '../model/filter.ts';
import { answerMilliseconds, readWithDeadline, type Snapshot } from '../store/read-with-deadline.ts';
import type { RecordVersion } from '../model/record.ts';
import type { ListedQuery, ListSort } from '../query/list-query.ts';
import type { Position } from '../store/page-cursors.ts';
import { partStages, placedStages, type ListPart } from './plan/page-stages.ts';
import { findInIndex } from './find-in-index.ts';
import { pageOf, type FoundPage, type ReadPart } from './found-page.ts';
import { planOf } from './plan/plan-of.ts';
import { rankPart } from './rank-part.ts';
import type { ListCall, VisibleList } from './plan/visible-list.ts';
import { disjointFilters } from '../access/grant.ts';
import { visibleTo, type Found } from './plan/find-by.ts';
import { readOptions, type ListPlan } from './plan/plan-list.ts';

interface PageCall extends Pick<ListCall, 'actor' | 'deadline' | 'asOf'> {
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
    const { sort, offset, limit, place, isCounted } = query;
    const after = place ? place.position : await deps.cursors.find(call, call.cursorKey, offset);
    const part = { isReversed: place?.isBackward ?? false, after, offset, limit };
    const list = { postType, grants, found };
    const indexed = call.usesIndex
      ? await findInIndex(deps, list, { sort, part, userId: call.actor.userId, asOf: call.asOf })
      : undefined;
    if (indexed) return pageOf(indexed, query);
    const since = deps.cache.totals.moment;
    const plan = await planOf(call, deps, { ...list, postType: postType.key, query });
    const counted = { ...list, postType: postType.key, plan: () => plan, ...(plan.ids ? { since } : {}) };
    const [read, total] = await Promise.all([
      readPart(call, deps, { plan, sort, part, maxTimeMS }),
      isCounted ? countListed(deps, counted, maxTimeMS) : undefined,
    ]);
    // The plan may have the ids of only one page.
    const isWhole = plan.ids && total !== undefined && plan.ids.length >= total;
    return pageOf({ ...read, total, among: isWhole ? plan.ids : undefined }, query);
  });
}

interface PlannedPart {
  readonly plan: ListPlan;
  readonly sort: ListSort;
  readonly part: ListPart;
  readonly maxTimeMS: number;
}

/** Reads a part of a list, and looks whether the list goes on after it. */
async function readPart(
  call: PageCall,
  deps: ListDeps,
  { plan, sort, part, maxTimeMS }: PlannedPart,
): Promise<Omit<ReadPart, 'total'>> {
  const { limit } = part;
  if (limit === 0) return { records: [], first: undefined, last: undefined, goesOn: false };
  const read = (stages: readonly PipelineStage[]) =>
    deps.records
      .aggregate<PagedRecord>([{ $match: plan.filter }, ...stages])
      .session(call.snapshot)
      .option({ ...readOptions(plan, maxTimeMS), batchSize: limit + 2 });
  if (sort.kind === 'ranked') {
    const { ids, ...ranked } = await rankPart(call, deps, { plan, sort, part });
    return { ...ranked, records: await read(placedStages(ids)) };
  }
  const found = await read(partStages(sort, { ...part, limit: limit + 1 }));
  const records = found.slice(0, limit);
  const goesOn = found.length > limit;
  return { records, first: records[0]?.position, last: records.at(-1)?.position, goesOn };
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
type PagedRecord = RecordVersion & { readonly position?: Position };

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
