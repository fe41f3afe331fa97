import type { ListDeps } from './plan/list-deps.ts';
import { disjointFilters, type Grant } from '../access/grant.ts';
import { seenBy, type Found } from './plan/find-by.ts';
import type { ListPlan } from './plan/plan-list.ts';

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

type Deps = Pick<ListDeps, 'records' | 'cache'>;

/** How many records a list has in all. By which candidates they are found, makes no difference to their number. */
export async function countListed(deps: Deps, list: CountedList, maxTimeMS: number): Promise<number> {
  const { postType, grants, found, since } = list;
  const told = since === undefined ? undefined : (await list.plan()).total;
  if (told !== undefined) return told;
  const counted = { postType, condition: seenBy(grants, found), ...(since === undefined ? {} : { since }) };
  return deps.cache.totals.of(counted, () => count(deps, list, maxTimeMS));
}

async function count(deps: Deps, list: CountedList, maxTimeMS: number): Promise<number> {
  const { postType, grants, found } = list;
  const { ids, filter, total } = await list.plan();
  if (total !== undefined) return total;
  const options = { maxTimeMS, comment: countComment };
  if (ids) return deps.records.countDocuments(filter, { ...options, hint: { _id: 1 } });
  const counts = disjointFilters(grants).map((granted) =>
    deps.records.countDocuments(
      { $and: [{ postType }, granted, found.condition].filter((part) => Object.keys(part).length > 0) },
      options,
    ),
  );
  return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
}
