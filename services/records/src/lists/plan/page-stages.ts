import { namePattern } from '../../query/name-pattern.ts';
import type { ListSort } from '../../query/list-query.ts';
import type { Position } from '../../store/page-cursors.ts';
import type { PipelineStage } from 'mongoose';

/** How MongoDB orders a list: values to compute first, and the paths to sort by, the id last. */
interface ListOrder {
  readonly computed: Readonly<Record<string, unknown>>;
  readonly by: Readonly<Record<string, 1 | -1>>;
}

/** The part of a list that is read for a page, in the order of the list or in reverse. */
export interface ListPart {
  readonly isReversed: boolean;
  /** The part begins after the record with this position; without it at the offset. */
  readonly after: Position | undefined;
  readonly offset: number;
  readonly limit: number;
}

type StoredSort = Exclude<ListSort, { kind: 'ranked' }>;

/** The order of a list by stored values; equal keys are ordered by id, so that pages never overlap. */
export function listOrder(sort: StoredSort): ListOrder {
  const { direction } = sort;
  if (sort.kind === 'always set') return { computed: {}, by: { [sort.path]: direction, _id: direction } };
  if (sort.kind === 'first named') {
    const isNamed = { $regexMatch: { input: '$searchText.name', regex: namePattern(sort.text) } };
    return { computed: { isOther: { $not: [isNamed] } }, by: { isOther: 1, 'sort.name': 1, _id: 1 } };
  }
  const { field } = sort;
  const path = `sort.${field.key}`;
  const unset = field.type.query?.sortKeyWhenUnset?.(field);
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

/** The order of a list from its end to its beginning. */
function reversed({ computed, by }: ListOrder): ListOrder {
  const turned = Object.entries(by).map(([path, direction]) => [path, direction === 1 ? -1 : 1] as const);
  return { computed, by: Object.fromEntries(turned) };
}

/** The stages that turn the matching records into a part of the list: the order, the part, and the versions of the records. */
export function partStages(
  sort: StoredSort,
  { isReversed, after, offset, limit }: ListPart,
): PipelineStage[] {
  const order = isReversed ? reversed(listOrder(sort)) : listOrder(sort);
  return [
    ...(Object.keys(order.computed).length > 0 ? [{ $addFields: order.computed }] : []),
    ...(after ? [seekAfter(order, after)] : []),
    { $sort: order.by },
    ...(offset > 0 && !after ? [{ $skip: offset }] : []),
    { $limit: limit },
    { $project: { version: 1, position: cursorValues(order) } },
  ];
}

/** The stages that read records in the order of their ids here. */
export function placedStages(ids: readonly number[]): PipelineStage[] {
  return [
    { $match: { _id: { $in: [...ids] } } },
    { $addFields: { place: { $indexOfArray: [ids, '$_id'] } } },
    { $sort: { place: 1 } },
    { $project: { version: 1 } },
  ];
}

type Terms = readonly (readonly [path: string, direction: 1 | -1])[];

/** The values by which records are sorted: those of the last record of a page are its cursor (`PageCursors`). */
function cursorValues({ by }: ListOrder): unknown[] {
  return Object.keys(by).map((path) => ({ $ifNull: [`$${path}`, null] }));
}

/** Matches the records that follow a record with these values in the order of the list. */
function seekAfter({ by, computed }: ListOrder, after: Position): PipelineStage.Match {
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
