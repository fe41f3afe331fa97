import type { Call } from '@svc/service-kit';
import { namesOfLinked } from '../connections/names-of-linked.ts';
import type { RecordsDeps } from '../deps.ts';
import type { Field } from '../fields/index.ts';
import { keepingOf } from '../reading/stored-value.ts';
import type { ListedQuery } from './list-query.ts';
import { matchingIds } from './matching-ids.ts';
import type { ListPlan } from './plan-list.ts';
import { privateSortKeys } from './private-sort-keys.ts';

type SortKey = string | number;
type Deps = Pick<RecordsDeps, 'records' | 'edges' | 'privateValues'>;

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
    const [first, second] = [keyOf(one), keyOf(other)];
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
