import type { PipelineStage } from 'mongoose';
import { afterWalk, walkedBy } from './after-walk.ts';
import type { ListedQuery } from './list-query.ts';
import { listOrder } from './list-order.ts';

/** What is known of a page besides its query: the records that were placed on it, or after what the page before ended. */
export interface PageBegin {
  readonly placed: readonly number[] | undefined;
  readonly after: readonly unknown[] | undefined;
}

/**
 * What makes a page of the records that match: their order, the part of them, and which versions of them these are. Where the order is none
 * that records have by themselves, the placed ones are the page.
 */
export function pageStages(
  { sort, offset, limit }: ListedQuery,
  { placed, after }: PageBegin,
): PipelineStage[] {
  if (sort.kind === 'ranked') return [...placedStages(placed ?? []), { $project: { version: 1 } }];
  const order = listOrder(sort);
  return [
    ...(Object.keys(order.computed).length > 0 ? [{ $addFields: order.computed }] : []),
    ...(after ? [afterWalk(order, after)] : []),
    { $sort: order.by },
    ...(offset > 0 && !after ? [{ $skip: offset }] : []),
    { $limit: Math.max(1, limit) },
    { $project: { version: 1, walked: walkedBy(order) } },
  ];
}

/** The records that were placed, in their order. */
function placedStages(ids: readonly number[]): PipelineStage[] {
  return [
    { $match: { _id: { $in: [...ids] } } },
    { $addFields: { place: { $indexOfArray: [ids, '$_id'] } } },
    { $sort: { place: 1 } },
    { $unset: 'place' },
  ];
}
