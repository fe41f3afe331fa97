import { namePattern } from '../../query/name-pattern.ts';
import type { ListSort, ListedQuery } from '../../query/list-query.ts';
import type { PipelineStage } from 'mongoose';

/** How MongoDB orders a list: values to compute first, and the paths to sort by, the id last. */
interface ListOrder {
  readonly computed: Readonly<Record<string, unknown>>;
  readonly by: Readonly<Record<string, 1 | -1>>;
}

/** The order of a list by stored values; equal keys are ordered by id, so that pages never overlap. */
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

/**
 * The stages that turn the matching records into a page: the order, the part, and the versions of the records. In a ranked order, the page
 * is the records that `rankPage` has placed on it; in others it may begin after the values with which the page before ended.
 */
export function pageStages(
  { sort, offset, limit }: ListedQuery,
  { placed, after }: { placed: readonly number[] | undefined; after: readonly unknown[] | undefined },
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

function placedStages(ids: readonly number[]): PipelineStage[] {
  return [
    { $match: { _id: { $in: [...ids] } } },
    { $addFields: { place: { $indexOfArray: [ids, '$_id'] } } },
    { $sort: { place: 1 } },
    { $unset: 'place' },
  ];
}

type Terms = readonly (readonly [path: string, direction: 1 | -1])[];

/** The values by which records are sorted: those of the last record of a page are its cursor (`PageCursors`). */
function cursorValues({ by }: ListOrder): unknown[] {
  return Object.keys(by).map((path) => ({ $ifNull: [`$${path}`, null] }));
}

/** Matches the records that follow a record with these values in the order of the list. */
function seekAfter({ by, computed }: ListOrder, after: readonly unknown[]): PipelineStage.Match {
  const terms = Object.entries(by);
  const [first] = terms;
  const isPlain = first !== undefined && Object.keys(computed).length === 0;
  // An index of the order can use this condition: it begins where the page before ended.
  const onwards = isPlain ? { [first[0]]: { [first[1] === 1 ? '$gte' : '$lte']: after[0] } } : {};
  return { $match: { ...onwards, $expr: beyond(terms, after) } };
}

/** After in the first term, or equal in it and after in the others. Compares like the database's sort: across types, unset as null. */
function beyond(terms: Terms, after: readonly unknown[]): unknown {
  const [[path, direction], ...others] = terms as [Terms[number], ...Terms];
  const [value, ...rest] = after;
  const pair = [{ $ifNull: [`$${path}`, null] }, { $literal: value }];
  const isBeyond = { [direction === 1 ? '$gt' : '$lt']: pair };
  return others.length === 0
    ? isBeyond
    : { $or: [isBeyond, { $and: [{ $eq: pair }, beyond(others, rest)] }] };
}
