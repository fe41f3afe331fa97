import type { PipelineStage } from 'mongoose';
import { ServiceError, type Grant } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import type { ListDeps } from './plan/list-deps.ts';
import type { PostType } from '../model/post-type.ts';
import type { CacheQuery } from '../cache/query-cache.ts';
import type { Condition } from '../model/filter.ts';
import type { Snapshot } from '../store/in-snapshot.ts';
import { isTooSlow, readWithDeadline, answerMilliseconds } from '../store/read-with-deadline.ts';
import type { RecordVersion } from '../model/record.ts';
import type { ListedQuery } from '../query/list-query.ts';
import type { Cursor } from '../store/page-cursors.ts';
import { pageStages } from './plan/page-stages.ts';
import { planOf } from './plan/plan-of.ts';
import { rankPage } from './rank-page.ts';
import type { VisibleList } from './plan/visible-list.ts';
import { disjointFilters } from '../access/grant.ts';
import { visibleTo, type Found } from './plan/find-by.ts';
import type { ListPlan } from './plan/plan-list.ts';

/** Which records are on a page, as they are in the snapshot, and how many there are in all. */
export interface FoundPage {
  readonly records: readonly RecordVersion[];
  readonly total: number;
  /** The list has no records but these; undefined when they are not known. */
  readonly among?: readonly number[] | undefined;
  /** Where the page ends; undefined when it is the last one, or has no place in the order of a list. */
  readonly end: Cursor | undefined;
}

/** A list of which is known by what its records are found. */
export interface FoundList extends VisibleList {
  readonly postType: PostType;
  readonly query: ListedQuery;
}

type Deps = Pick<
  ListDeps,
  'records' | 'recordTexts' | 'cardinalities' | 'cache' | 'edges' | 'locations' | 'privateValues' | 'cursors'
>;
type ListCall = Pick<Call, 'actor' | 'deadline' | 'ask'>;

/**
 * Runs a list query. `cursorKey` names the list as its caller reads it, page by page (`store/page-cursors.ts`). Who may see what is part of the query, for the page and for the total.
 * @throws ServiceError `search_viewable_post` when it would take longer than the caller waits.
 */
export async function findPage(
  call: ListCall & { readonly snapshot?: Snapshot; readonly cursorKey: string },
  deps: Deps,
  { postType, query, grants, found }: FoundList,
): Promise<FoundPage> {
  return inTime(call, async (maxTimeMS) => {
    const since = deps.cache.totals.moment;
    const plan = await planOf(call, deps, { postType: postType.key, grants, found, query });
    const placed = await rankPage(call, deps, { postType: postType.key, plan, query });
    const begin = await deps.cursors.find(call, call.cursorKey, query.offset);
    const stages = [{ $match: plan.filter }, ...pageStages(query, { placed, after: begin })];
    const [records, total] = await Promise.all([
      query.limit === 0
        ? []
        : readPage(call, deps, stages, {
            maxTimeMS,
            batchSize: query.limit + 1,
            ...(plan.hint ? { hint: plan.hint } : {}),
          }),
      countListed(
        deps,
        { postType: postType.key, grants, found, plan: () => plan, ...(plan.ids ? { since } : {}) },
        maxTimeMS,
      ),
    ]);
    const after = records.length === query.limit ? records.at(-1)?.position : undefined;
    // A plan may name those of one page only.
    const among = plan.ids && plan.ids.length >= total ? plan.ids : undefined;
    return { records, total, among, end: after && { offset: query.offset + records.length, after } };
  });
}

/**
 * Runs a part of a list when it is its turn: few at a time, so that the database and this process have time for what is answered in a moment.
 * @throws ServiceError like `inTime`, and `service_unavailable` when it is not its turn in time.
 */
export function inTurn<Result>(
  call: Pick<Call, 'actor' | 'deadline'>,
  { listQueries }: Pick<ListDeps, 'listQueries'>,
  work: (maxTimeMS: number) => Promise<Result>,
): Promise<Result> {
  return listQueries.run(call, () => inTime(call, work));
}

/** Runs a part of a list as long as its caller waits. @throws ServiceError `search_viewable_post` when it would take longer. */
async function inTime<Result>(
  call: Pick<Call, 'deadline'>,
  work: (maxTimeMS: number) => Promise<Result>,
): Promise<Result> {
  return readWithDeadline(call.deadline, async (remaining) => {
    try {
      return await work(Math.max(1, remaining - answerMilliseconds));
    } catch (error) {
      throw isTooSlow(error) ? tooSlow(error) : error;
    }
  });
}

/** A record of a page, and what it is ordered by. */
type PagedRecord = RecordVersion & { readonly position?: readonly unknown[] };

function readPage(
  { snapshot }: { readonly snapshot?: Snapshot },
  deps: Pick<Collections, 'records'>,
  stages: PipelineStage[],
  options: { maxTimeMS: number; batchSize: number; hint?: Readonly<Record<string, 1 | -1>> },
): Promise<PagedRecord[]> {
  return deps.records
    .aggregate<PagedRecord>(stages)
    .session(snapshot ?? null)
    .option(options)
    .exec();
}

function tooSlow(cause: unknown): ServiceError {
  return new ServiceError(
    'search_viewable_post',
    'This list takes too long to compile; narrow it down with a filter, or sort by another field.',
    { status: 503, cause },
  );
}

/** What MongoDB's log and profiler call these queries, to tell them from those of pages. */
export const countComment = 'total of a list';

/** A list whose records are counted. */
export interface CountedList {
  readonly postType: string;
  readonly grants: readonly Grant[];
  readonly found: Found;
  readonly plan: () => ListPlan | Promise<ListPlan>;
  /** The moment before the plan was made, when that is not made for the count alone. */
  readonly since?: number;
}

type CountDeps = Pick<ListDeps, 'records' | 'cache'>;

/** How many records a list has in all. By which candidates they are found, makes no difference to their number. */
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

/** So many records are looked at to find out which of them a list has. */
const maxLookedAt = 200;

/** How many of these records a list has; infinitely many when they are too many to look at. */
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
  const counts = disjointFilters(grants).map((granted) =>
    counted(
      deps.records,
      { $and: [{ postType }, granted, found.condition].filter((part) => Object.keys(part).length > 0) },
      { maxTimeMS },
    ),
  );
  return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
}

/** What is counted was confirmed, so that its change is noted by the time that a total is kept: no record is counted twice. */
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
