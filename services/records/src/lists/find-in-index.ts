import type { Grant } from '@svc/contracts';
import type { PostType } from '../model/post-type.ts';
import { findPart } from '../name-index/find-indexed.ts';
import { codePointOrdered, fromCodePointOrdered, type IndexedRecord } from '../name-index/indexed-record.ts';
import { sortKeyOf, type SortKey } from '../name-index/sorted-records.ts';
import type { ListSort } from '../query/list-query.ts';
import type { OrderPath } from '../store/indexes.ts';
import type { Position } from '../store/page-cursors.ts';
import type { ReadPart } from './found-page.ts';
import type { ListDeps } from './plan/list-deps.ts';
import type { Found } from './plan/find-by.ts';
import type { ListPart } from './plan/page-stages.ts';

/** A list with as many records as this has its ids cached with its first page. */
const maxAmong = 2_000;

interface Wanted {
  readonly sort: ListSort;
  readonly part: ListPart;
  /** The reader of the page. */
  readonly userId: number;
  /** As in `ListCall`. */
  readonly asOf?: number | undefined;
}

/** A part of a list from the name index alone. Undefined for lists that it cannot decide, and while there is no index. */
export async function findInIndex(
  deps: Pick<ListDeps, 'nameIndex'>,
  list: { readonly postType: PostType; readonly grants: readonly Grant[]; readonly found: Found },
  { sort, part: { isReversed, after, offset, limit }, userId, asOf }: Wanted,
): Promise<ReadPart | undefined> {
  const { test } = list.found;
  if (!test || sort.kind !== 'always set') return undefined;
  const { path } = sort;
  const direction = isReversed ? opposite(sort.direction) : sort.direction;
  const table = await deps.nameIndex.current(asOf);
  const part =
    table &&
    (await findPart(
      table,
      { postType: list.postType.key, grants: list.grants, test },
      {
        order: { path, direction },
        offset,
        limit: limit + 1,
        after: after && keyOfPosition(path, after),
        maxIds: maxAmong,
      },
    ));
  if (!part) return undefined;
  const records = part.records.slice(0, limit);
  const versionOf = ({ _id, version }: IndexedRecord) => ({ _id, version });
  return {
    records: records.map(versionOf),
    first: positionOf(path, records[0]),
    last: positionOf(path, records.at(-1)),
    goesOn: part.records.length > limit,
    total: part.total,
    among: part.ids,
    indexed: {
      withOwnValues: records
        .filter(({ privateValueOwners }) => privateValueOwners.includes(userId))
        .map(versionOf),
    },
  };
}

function opposite(direction: 1 | -1): 1 | -1 {
  return direction === 1 ? -1 : 1;
}

/** The position of a record as the database sorts it. */
function positionOf(path: OrderPath, record: IndexedRecord | undefined): Position | undefined {
  if (!record) return undefined;
  const { value, id } = sortKeyOf(path, record);
  return [typeof value === 'string' ? fromCodePointOrdered(value) : new Date(value), id];
}

function keyOfPosition(path: OrderPath, [value, id]: Position): SortKey {
  if (value instanceof Date) return { value: value.getTime(), id: Number(id) };
  return {
    value: path === 'sort.name' ? codePointOrdered(typeof value === 'string' ? value : '') : 0,
    id: Number(id),
  };
}
