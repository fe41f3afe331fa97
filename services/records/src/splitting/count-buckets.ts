import type { PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { Field } from '../fields/index.ts';
import type { ListPlan } from '../list/plan-list.ts';
import { keepingOf } from '../reading/stored-value.ts';
import { mostBuckets, type Bucket } from './bucket.ts';
import { linkStages } from './link-stages.ts';
import { countOwnBuckets } from './own-buckets.ts';
import { valueStages } from './value-stages.ts';

/** What a list is split by, and how it is found. */
export interface Split {
  readonly plan: ListPlan;
  readonly field: Field;
  readonly maxTimeMS: number;
}

type Deps = Pick<RecordsDeps, 'records' | 'edges' | 'privateValues'>;

/** The fullest buckets of a list, whatever keeps the values of the field; of equally full ones those with the lower values. */
export async function countBuckets(
  call: Pick<Call, 'actor'>,
  deps: Deps,
  split: Split,
): Promise<readonly Bucket[]> {
  const { field, plan, maxTimeMS } = split;
  const keeping = keepingOf(field);
  if (keeping === 'private') return countOwnBuckets(call, deps, split);
  const values = keeping === 'edges' ? linkStages(deps, split) : valueStages(split);
  const stages: PipelineStage[] = [
    ...values,
    { $group: { _id: { $ifNull: ['$value', null] }, count: { $sum: '$count' } } },
    { $sort: { count: -1, _id: 1 } },
    { $limit: mostBuckets },
  ];
  const found = await deps.records
    .aggregate<{ _id: unknown; count: number }>(stages)
    .option({ maxTimeMS, ...(plan.hint ? { hint: plan.hint } : {}) });
  return found.map(({ _id, count }) => ({ value: _id ?? undefined, count }));
}
