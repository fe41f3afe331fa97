import type { PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../../store/collections.ts';
import type { ListDeps } from './list-deps.ts';
import { answerMilliseconds } from '../../store/read-in-time.ts';
import { firstInOrder, type Dated } from './first-in-order.ts';
import { indexes } from '../../store/indexes.ts';
import type { DatePath, ListKeys } from '../cache/known-list-keys.ts';
import { listOrder } from './list-order.ts';
import type { ListSort } from '../../query/parse-sort.ts';

/** Records of a type that may be in a list. */
export interface Siftable {
  readonly postType: string;
  readonly ids: readonly number[];
  /** The types of contacts that its caller sees; without it he sees all. */
  readonly types?: readonly string[];
  readonly sort: Extract<ListSort, { kind: 'always set' }>;
}

/** Those of some records that a caller sees because of their type. */
export interface Sifted {
  /** All of them, in any order. */
  readonly ids: readonly number[];
  /** So many that come first in the list, in any order. */
  first(count: number): readonly number[];
}

/** Sifts records by the type that the caller sees; known, or read from an index alone. */
export async function siftIds(
  call: Pick<Call, 'deadline'>,
  deps: Pick<ListDeps, 'records' | 'listKeys'>,
  siftable: Siftable,
  areKnown: boolean,
): Promise<Sifted> {
  const { postType, ids, types, sort } = siftable;
  if (ids.length === 0 || types?.length === 0) return { ids: [], first: () => [] };
  const { path, direction } = sort;
  if (areKnown && (path === 'createdAt' || path === 'lastModified')) {
    const seen = seenOf(await deps.listKeys.of(call, postType, ids), types, path);
    return { ids: seen.ids, first: (count) => firstInOrder(seen, direction, count) };
  }
  const ordered = await siftInIndex(call, deps, siftable);
  return { ids: ordered, first: (count) => ordered.slice(0, count) };
}

function seenOf(keys: ListKeys, types: readonly string[] | undefined, path: DatePath): Dated {
  const all = { ids: keys.ids, dates: keys.dates[path] };
  if (!types) return all;
  const open: ReadonlySet<unknown> = new Set(types);
  const isSeen = (_each: number, place: number) => open.has(keys.types[place]);
  return { ids: all.ids.filter(isSeen), dates: all.dates.filter(isSeen) };
}

async function siftInIndex(
  { deadline }: Pick<Call, 'deadline'>,
  { records }: Pick<Collections, 'records'>,
  { postType, ids, types, sort }: Siftable,
): Promise<readonly number[]> {
  const seen = types ? { 'fields.type': { $in: types } } : {};
  const stages: PipelineStage[] = [
    { $match: { postType, _id: { $in: ids }, ...seen } },
    { $sort: listOrder(sort).by },
    { $group: { _id: null, ids: { $push: '$_id' } } },
  ];
  const maxTimeMS = Math.max(1, deadline.remaining - answerMilliseconds);
  const [sifted] = await records
    .aggregate<{ ids: number[] }>(stages)
    .hint(indexes.sifted)
    .option({ maxTimeMS });
  return sifted?.ids ?? [];
}
