import type { Grant } from '@svc/contracts';
import type { PostType } from '../model/post-type.ts';
import { findPart } from '../name-index/find-indexed.ts';
import { codePointOrdered, fromCodePointOrdered, type IndexedRecord } from '../name-index/indexed-record.ts';
import { sortKeyOf, type SortKey } from '../name-index/sorted-records.ts';
import type { ListSort, ListedQuery } from '../query/list-query.ts';
import type { OrderPath } from '../store/indexes.ts';
import type { Cursor } from '../store/page-cursors.ts';
import type { FoundPage } from './found-page.ts';
import type { ListDeps } from './plan/list-deps.ts';
import type { Found } from './plan/find-by.ts';

type PlainSort = Extract<ListSort, { kind: 'always set' }>;

/** A list with as many records as this has its ids cached with its first page. */
const maxAmong = 2_000;

interface Wanted {
  readonly query: Pick<ListedQuery, 'sort' | 'offset' | 'limit'>;
  readonly after: Cursor['after'] | undefined;
  /** The reader of the page. */
  readonly userId: number;
}

/** A page of a list from the name index alone. Undefined for lists that it cannot decide, and while there is no index. */
export async function findInIndex(
  deps: Pick<ListDeps, 'nameIndex'>,
  list: { readonly postType: PostType; readonly grants: readonly Grant[]; readonly found: Found },
  { query, after, userId }: Wanted,
): Promise<FoundPage | undefined> {
  const { sort, offset, limit } = query;
  const { test } = list.found;
  if (!test || sort.kind !== 'always set') return undefined;
  const table = await deps.nameIndex.current();
  const part =
    table &&
    findPart(
      table,
      { postType: list.postType.key, grants: list.grants, test },
      { order: sort, offset, limit, after: after && keyOfCursor(sort.path, after), maxIds: maxAmong },
    );
  if (!part) return undefined;
  const { records, total, ids } = part;
  const last = records.length === limit ? records.at(-1) : undefined;
  return {
    records: records.map(({ _id, version }) => ({ _id, version })),
    total,
    among: ids,
    end: last && { offset: offset + records.length, after: cursorOf(sort, last) },
    indexed: {
      withOwnValues: records
        .filter(({ privateValueOwners }) => privateValueOwners.includes(userId))
        .map(({ _id }) => _id),
    },
  };
}

/** The values of a cursor as the database sorts them. */
function cursorOf({ path }: PlainSort, record: IndexedRecord): Cursor['after'] {
  const { value, id } = sortKeyOf(path, record);
  return [typeof value === 'string' ? fromCodePointOrdered(value) : new Date(value), id];
}

function keyOfCursor(path: OrderPath, [value, id]: Cursor['after']): SortKey {
  if (value instanceof Date) return { value: value.getTime(), id: Number(id) };
  return {
    value: path === 'sort.name' ? codePointOrdered(typeof value === 'string' ? value : '') : 0,
    id: Number(id),
  };
}
