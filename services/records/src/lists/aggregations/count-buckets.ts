import type { PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../../store/collections.ts';
import type { PrivateValues } from '../../store/private-values-model.ts';
import type { Field } from '../../model/field.ts';
import { readOptions, type ListPlan } from '../plan/plan-list.ts';
import { storageOf } from '../../model/stored-value.ts';
import { manyLinksTerm } from '../../model/links.ts';
import { endName, endOf, oppositeEnd } from '../../model/side.ts';
import type { End } from '../../model/edge.ts';
import { linkTermsOf } from '../rank-part.ts';
import { fullestGroups, groupStage, keyStages, valuesIn } from './group-stages.ts';

/** A value that records of a list hold, undefined for records without one, and the number of these records. */
export interface Bucket {
  readonly value: unknown;
  readonly count: number;
}

/** Maximum number of buckets of a list: the fullest ones. */
const maxBuckets = 30;

/** A list to be counted by the values of a field. */
interface Split {
  readonly plan: ListPlan;
  readonly field: Field;
  readonly maxTimeMS: number;
}

type Deps = Pick<Collections, 'records' | 'edges' | 'privateValues'>;

/** The fullest buckets of a list, for any storage of the field's values; of equally full ones those with the lower values. */
export async function countBuckets(
  call: Pick<Call, 'actor'>,
  deps: Deps,
  split: Split,
): Promise<readonly Bucket[]> {
  const { field, plan, maxTimeMS } = split;
  const storage = storageOf(field);
  if (storage === 'private') return countOwnBuckets(call, deps, split);
  const values =
    storage === 'edges'
      ? linkStages(deps, split)
      : [{ $match: plan.filter }, ...keyStages([valuesIn(field)])];
  const stages: PipelineStage[] = [...values, groupStage(1), ...fullestGroups(maxBuckets)];
  const found = await deps.records
    .aggregate<{ _id: { key0: unknown }; count: number }>(stages)
    .option(readOptions(plan, maxTimeMS));
  return found.map(({ _id, count }) => ({ value: _id.key0 ?? undefined, count }));
}

/** The records at the other ends of connections: from link terms, or for records with too many connections for terms, from edges. */
function linkStages(deps: Deps, { plan, field }: Split): PipelineStage[] {
  const end = endOf(field);
  const ends = end.side === 'any' ? (['from', 'to'] as const).map((side) => ({ ...end, side })) : [end];
  const ofMany = { $match: { $and: [plan.filter, { linkTerms: manyLinksTerm(end) }] } };
  return [
    { $match: { $and: [plan.filter, { linkTerms: { $ne: manyLinksTerm(end) } }] } },
    ...linkTermStages(end),
    ...ends.map((each): PipelineStage => ({
      $unionWith: {
        coll: deps.records.collection.collectionName,
        pipeline: [ofMany, ...edgeStages(deps, each)],
      },
    })),
  ];
}

function linkTermStages(end: End): PipelineStage.Project[] & PipelineStage[] {
  const idAt = endName(end).length + 1;
  const id = { $toLong: { $substrBytes: ['$value', idAt, -1] } };
  return [
    { $project: { _id: 0, value: linkTermsOf(end, String.raw`\d+$`) } },
    { $unwind: { path: '$value', preserveNullAndEmptyArrays: true } },
    { $project: { key0: { $cond: [{ $ifNull: ['$value', false] }, id, null] }, count: { $literal: 1 } } },
  ] as never;
}

function edgeStages({ edges: { collection } }: Deps, end: End) {
  const edges = {
    from: collection.collectionName,
    localField: '_id',
    foreignField: end.side,
    pipeline: [{ $match: { key: end.key } }],
    as: 'edge',
  };
  return [
    { $project: { _id: 1 } },
    { $lookup: edges },
    { $unwind: '$edge' },
    { $project: { _id: 0, key0: { $toLong: `$edge.${oppositeEnd(end).side}` }, count: { $literal: 1 } } },
  ];
}

/** The buckets of the caller's private values in the records of a list. */
async function countOwnBuckets(
  { actor }: Pick<Call, 'actor'>,
  deps: Deps,
  { plan, field, maxTimeMS }: Split,
): Promise<readonly Bucket[]> {
  const path = `fields.${field.key}`;
  const own = { userId: actor.userId, postType: field.postType, [path]: { $exists: true } };
  const all = deps.records.countDocuments(plan.filter).setOptions(readOptions(plan, maxTimeMS));
  const kept =
    actor.userId === 0
      ? []
      : await deps.privateValues
          .find(own, { recordId: 1, [path]: 1 })
          .maxTimeMS(maxTimeMS)
          .lean<Pick<PrivateValues, 'recordId' | 'fields'>[]>();
  const ids = kept.map(({ recordId }) => recordId);
  const [total, listed] = await Promise.all([
    all,
    deps.records
      .find({ $and: [plan.filter, { _id: { $in: ids } }] }, { _id: 1 })
      .setOptions({ maxTimeMS, hint: { _id: 1 } })
      .lean(),
  ]);
  const isListed = new Set(listed.map(({ _id }) => _id));
  const values = kept
    .filter(({ recordId }) => isListed.has(recordId))
    .map(({ fields }) => valuesOf(fields[field.key], field.type.query?.buckets?.at))
    .filter(({ length }) => length > 0);
  const byValue = Map.groupBy(values.flat(), (value) => value);
  const buckets = [...byValue].map(([value, all]) => ({ value, count: all.length }));
  return fullest([...buckets, { value: undefined, count: total - values.length }]);
}

function valuesOf(stored: unknown, at: string | undefined): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(stored) ? stored : [stored];
  const values = entries.map((entry) => (at === undefined ? entry : (entry as Record<string, unknown>)[at]));
  return [...new Set(values)].filter((value) => value !== undefined && value !== null && value !== '');
}

function fullest(buckets: readonly Bucket[]): Bucket[] {
  const lower = (one: unknown, other: unknown) =>
    one === undefined || (other !== undefined && (one as number) < (other as number)) ? -1 : 1;
  return buckets
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || lower(one.value, other.value))
    .slice(0, maxBuckets);
}
