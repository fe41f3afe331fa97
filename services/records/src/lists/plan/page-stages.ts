import { namePattern } from '../../query/name-pattern.ts';
import type { ListSort, ListedQuery } from '../../query/list-query.ts';
import type { PipelineStage } from 'mongoose';

/** How MongoDB orders a list: values that are computed first, and the paths that decide, the id last. */
export interface ListOrder {
  readonly computed: Readonly<Record<string, unknown>>;
  readonly by: Readonly<Record<string, 1 | -1>>;
}

/** The order that records have by themselves; equal keys are ordered by id, so that pages never overlap. */
export function listOrder(sort: Exclude<ListSort, { kind: 'ranked' }>): ListOrder {
  const { direction } = sort;
  if (sort.kind === 'always set') return { computed: {}, by: { [sort.path]: direction, _id: direction } };
  if (sort.kind === 'first named') {
    const isNamed = { $regexMatch: { input: '$searchText.name', regex: namePattern(sort.text) } };
    return { computed: { isOther: { $not: [isNamed] } }, by: { isOther: 1, 'sort.name': 1, _id: 1 } };
  }
  const { field } = sort;
  const path = `sort.${field.key}`;
  const unset = field.type.sortKeyWhenUnset?.(field);
  if (unset !== undefined)
    return {
      computed: { place: { $ifNull: [`$${path}`, unset] } },
      by: { place: direction, _id: direction },
    };
  return {
    computed: { isUnset: { $eq: [{ $type: `$${path}` }, 'missing'] } },
    by: { isUnset: 1, [path]: direction, _id: direction },
  };
}

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
    ...(after ? [seekAfter(order, after)] : []),
    { $sort: order.by },
    ...(offset > 0 && !after ? [{ $skip: offset }] : []),
    { $limit: Math.max(1, limit) },
    { $project: { version: 1, position: cursorValues(order) } },
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

type Terms = readonly (readonly [path: string, direction: 1 | -1])[];

/** The values that the records are ordered by: those of the last record of a page are its cursor (`PageCursors`). */
function cursorValues({ by }: ListOrder): unknown[] {
  return Object.keys(by).map((path) => ({ $ifNull: [`$${path}`, null] }));
}

/** Matches the records that come after one with these values in the order of the list. */
function seekAfter({ by, computed }: ListOrder, after: readonly unknown[]): PipelineStage.Match {
  const terms = Object.entries(by);
  const [first] = terms;
  const isPlain = first !== undefined && Object.keys(computed).length === 0;
  // An index of the order can use this condition: it begins where the page before ended.
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
