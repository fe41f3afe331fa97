import type { PipelineStage } from 'mongoose';
import type { ListOrder } from './list-order.ts';

type Terms = readonly (readonly [path: string, direction: 1 | -1])[];

/** What the records of a list are ordered by, as `Walks` keeps it of the last one of a page. */
export function walkedBy({ by }: ListOrder): unknown[] {
  return Object.keys(by).map((path) => ({ $ifNull: [`$${path}`, null] }));
}

/** The records of a list that come after one that was ordered by these values. */
export function afterWalk({ by, computed }: ListOrder, after: readonly unknown[]): PipelineStage.Match {
  const terms = Object.entries(by);
  const [first] = terms;
  const isPlain = first !== undefined && Object.keys(computed).length === 0;
  // An index of the order takes this one: it begins where the page before ended.
  const onwards = isPlain ? { [first[0]]: { [first[1] === 1 ? '$gte' : '$lte']: after[0] } } : {};
  return { $match: { ...onwards, $expr: beyond(terms, after) } };
}

/** Beyond in the first term, or equal in it and beyond in the others. Compared as the database orders: across types, unset is null. */
function beyond(terms: Terms, after: readonly unknown[]): unknown {
  const [[path, direction], ...others] = terms as [Terms[number], ...Terms];
  const [value, ...rest] = after;
  const pair = [{ $ifNull: [`$${path}`, null] }, { $literal: value }];
  const isBeyond = { [direction === 1 ? '$gt' : '$lt']: pair };
  return others.length === 0
    ? isBeyond
    : { $or: [isBeyond, { $and: [{ $eq: pair }, beyond(others, rest)] }] };
}
