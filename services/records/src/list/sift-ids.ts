import type { PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { answerMilliseconds } from './answer-milliseconds.ts';
import { indexes } from './indexes.ts';
import { listOrder } from './list-order.ts';
import type { ListSort } from './parse-sort.ts';

/** Records of a type that may be in a list. */
export interface Siftable {
  readonly postType: string;
  readonly ids: readonly number[];
  /** The types of contacts that its caller sees; without it he sees all. */
  readonly types?: readonly string[];
  readonly sort: Extract<ListSort, { kind: 'always set' }>;
}

/** Those of some records that a caller sees because of their type, in the order of the list; known, or read from an index alone. */
export async function siftIds(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'records' | 'listKeys'>,
  siftable: Siftable,
  areKnown: boolean,
): Promise<readonly number[]> {
  const { postType, ids, types, sort } = siftable;
  if (ids.length === 0 || types?.length === 0) return [];
  const { path, direction } = sort;
  if (!areKnown || (path !== 'createdAt' && path !== 'lastModified'))
    return siftInIndex(call, deps, siftable);
  const keys = await deps.listKeys.of(call, postType, ids);
  const seen = types ? keys.filter(({ type }) => types.includes(type as string)) : keys;
  seen.sort((one, other) => direction * (one[path] - other[path] || one.id - other.id));
  return seen.map(({ id }) => id);
}

async function siftInIndex(
  { deadline }: Pick<Call, 'deadline'>,
  { records }: Pick<RecordsDeps, 'records'>,
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
