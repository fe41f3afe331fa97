import type { Call } from '@svc/service-kit';
import { namesOfLinked } from './plan/names-of-linked.ts';
import type { Collections } from '../store/collections.ts';
import type { Field } from '../model/field.ts';
import { keepingOf } from '../model/stored-value.ts';
import type { ListedQuery } from '../query/list-query.ts';
import { matchingIds } from './plan/matching-ids.ts';
import type { ListPlan } from './plan/plan-list.ts';
import type { PrivateValues } from '../store/private-values-model.ts';

type SortKey = string | number;
type Deps = Pick<Collections, 'records' | 'edges' | 'privateValues'>;

/** What a page is ranked for. */
export interface RankedList {
  readonly postType: string;
  readonly plan: ListPlan;
  readonly query: Pick<ListedQuery, 'sort' | 'offset' | 'limit'>;
}

/**
 * The ids of a page whose order is by what records do not keep themselves: the first name at the other end of a connection, or what the
 * caller keeps privately. All ids that match are put in order here; MongoDB takes twenty times as long to join them. Undefined where
 * records have their order by themselves.
 */
export async function rankPage(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Deps,
  { postType, plan, query }: RankedList,
): Promise<readonly number[] | undefined> {
  const { sort, offset, limit } = query;
  if (sort.kind !== 'ranked' || limit === 0) return undefined;
  const { field, direction } = sort;
  const [ids, keys] =
    keepingOf(field) === 'edges'
      ? await namesOfLinked(call, deps, { field, plan })
      : await Promise.all([matchingIds(call, deps, plan), privateSortKeys(call, deps, postType, field)]);
  return inOrder(ids, keys, { field, direction }).slice(offset, offset + limit);
}

/** Unset comes last in both directions, unless the field's type has a place for it; equal keys are ordered by id. */
function inOrder(
  ids: readonly number[],
  keys: ReadonlyMap<number, SortKey>,
  { field, direction }: { field: Field; direction: 1 | -1 },
): number[] {
  const unset = field.type.sortKeyWhenUnset?.(field);
  const keyOf = (id: number) => keys.get(id) ?? unset;
  return [...ids].sort((one, other) => {
    const first = keyOf(one);
    const second = keyOf(other);
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined) || direction * (one - other);
    return direction * (compared(first, second) || one - other);
  });
}

/** Numbers come before texts, as MongoDB has it. */
function compared(one: SortKey, other: SortKey): number {
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}

/** What the caller's own values of a private field sort as, by record; records in which he keeps none are not there. */
async function privateSortKeys(
  { actor, deadline }: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<Collections, 'privateValues'>,
  postType: string,
  field: Field,
): Promise<ReadonlyMap<number, string | number>> {
  if (actor.userId === 0) return new Map();
  const path = `fields.${field.key}`;
  const kept = await deps.privateValues
    .find({ userId: actor.userId, postType, [path]: { $exists: true } }, { recordId: 1, [path]: 1 })
    .maxTimeMS(Math.max(1, deadline.remaining))
    .lean<Pick<PrivateValues, 'recordId' | 'fields'>[]>();
  const keys = new Map<number, string | number>();
  for (const { recordId, fields } of kept) {
    const key = field.type.sortKey?.(fields[field.key], field);
    if (key !== undefined) keys.set(recordId, key);
  }
  return keys;
}
