import type { PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../../store/collections.ts';
import { answerMilliseconds } from '../../store/read-in-time.ts';
import { indexes } from '../../store/indexes.ts';
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

/** Those of some records that a caller sees because of their type, in the order of the list: read from an index alone. */
export async function siftIds(
  { deadline }: Pick<Call, 'deadline'>,
  { records }: Pick<Collections, 'records'>,
  { postType, ids, types, sort }: Siftable,
): Promise<readonly number[]> {
  if (ids.length === 0 || types?.length === 0) return [];
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
