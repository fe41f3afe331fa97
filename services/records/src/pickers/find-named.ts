import { askedQuery } from '../lists/asked-list.ts';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import { inTurn } from '../lists/find-page.ts';
import { conditionsOf, visibleList, type ListCall } from '../lists/plan/visible-list.ts';
import type { OrderPath } from '../store/indexes.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import { conditionsOfList, readOptions, type ListPlan, type PlannedList } from '../lists/plan/plan-list.ts';
import { findFirst } from '../name-index/find-indexed.ts';
import type { IndexedRecord } from '../name-index/indexed-record.ts';
import type { RecordTable } from '../name-index/record-table.ts';
import type { IndexOrder } from '../name-index/sorted-records.ts';
import { planOf } from '../lists/plan/plan-of.ts';
import type { PostType } from '../model/post-type.ts';
import { everything } from '../access/grant.ts';

/** The orders of found names: as lists take them, and as records store them. */
const orders = {
  '-last_modified': { path: 'lastModified', direction: -1 },
  name: { path: 'sort.name', direction: 1 },
} as const satisfies Record<string, { path: OrderPath; direction: 1 | -1 }>;

export interface NameSearch<Found> {
  readonly text: string;
  /** The searched fields, as in `fields_to_search` of lists. */
  readonly within?: readonly string[];
  /** Whether records that lists do not show to the caller are included. */
  readonly listsAll: boolean;
  readonly order: keyof typeof orders;
  readonly most: number;
  /** The projection of the records. */
  readonly paths: Readonly<Record<string, 1>>;
  /** Makes a result from a record of the name index, if that has all that is needed: no query is sent then. */
  readonly fromIndex?: (record: IndexedRecord) => Found;
}

/** The records that lists show to the caller, or all of them, whose names (or other searched fields) contain a text, sorted. */
export async function findNamed<Found>(
  call: ListCall,
  deps: ListDeps,
  postType: PostType,
  { text, within = ['name'], listsAll, order, most, paths, fromIndex }: NameSearch<Found>,
): Promise<readonly Found[]> {
  const wanted = { text, fields_to_search: within, sort: order, limit: most };
  const asked = await askedQuery(call, deps, postType, { query: wanted });
  const query = parseListQuery(asked, postType);
  const seen = listsAll
    ? { grants: everything, found: await conditionsOf(call, deps, postType, query) }
    : await visibleList(call, deps, postType, query);
  const { path, direction } = orders[order];
  const list = { postType: postType.key, ...seen };
  const table = seen.found.test && (await deps.nameIndex.current(call.asOf));
  const indexed = table && firstInIndex(table, list, { order: orders[order], limit: most });
  if (indexed && fromIndex) return indexed.map(fromIndex);
  const page = { sort: { kind: 'always set', path, direction }, offset: 0, limit: most } as const;
  return inTurn(call, deps, async (maxTimeMS) => {
    const plan = indexed ? planOfFirst(list, indexed) : await planOf(call, deps, { ...list, query: page });
    if (plan.ids?.length === 0) return [];
    return deps.records
      .find(plan.filter, paths)
      .sort({ [path]: direction, _id: direction })
      .limit(most)
      .setOptions(readOptions(plan, maxTimeMS))
      .lean<Found[]>();
  });
}

type NamedList = Pick<PlannedList, 'postType' | 'grants' | 'found'>;

function firstInIndex(
  table: RecordTable,
  { postType, grants, found: { test } }: NamedList,
  wanted: { readonly order: IndexOrder; readonly limit: number },
): readonly IndexedRecord[] | undefined {
  return test && findFirst(table, { postType, grants, test }, wanted);
}

/** Reads the records of the index by id; the condition is asked of the database again. */
function planOfFirst(list: NamedList, records: readonly IndexedRecord[]): ListPlan {
  const ids = records.map(({ _id }) => _id);
  return { filter: { $and: [...conditionsOfList(list), { _id: { $in: ids } }] }, ids, hint: { _id: 1 } };
}
