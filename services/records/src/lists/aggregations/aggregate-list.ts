import type { PipelineStage } from 'mongoose';
import { aggregateLimits, placeLevels, type periods } from '@svc/contracts';
import type { Field } from '../../model/field.ts';
import { storageOf } from '../../model/stored-value.ts';
import type { Collections } from '../../store/collections.ts';
import { readOptions, type ListPlan } from '../plan/plan-list.ts';
import {
  fullestGroups,
  groupStage,
  keyAt,
  keyStages,
  pathOf,
  valuesIn,
  type GroupKey,
} from './group-stages.ts';
import type { Aggregation, GroupBy } from './parse-aggregation.ts';

/** The values of a measured field in a group. `min` and `max` are null when there are none. */
export interface Tally {
  readonly sum: number;
  readonly number: number;
  readonly min: number | null;
  readonly max: number | null;
}

/** A value by which records are grouped; null for records without one. */
export type GroupValue = string | number | boolean | null;

/** The records of a list with the same values. */
export interface Group {
  /** The value of each field by which records are grouped. */
  readonly keys: readonly GroupValue[];
  readonly count: number;
  /** By measured field. */
  readonly tallies: ReadonlyMap<Field, Tally>;
}

interface Aggregated {
  readonly plan: ListPlan;
  readonly aggregation: Aggregation;
  readonly timezone: string;
  readonly maxTimeMS: number;
}

type Deps = Pick<Collections, 'records' | 'locations'>;

/** The fullest groups of a list, and whether there are more of them. */
export async function aggregateList(
  deps: Deps,
  { plan, aggregation, timezone, maxTimeMS }: Aggregated,
): Promise<{ groups: readonly Group[]; hasMore: boolean }> {
  const { groupBy, measures } = aggregation;
  const fields = [...new Set(measures.map(({ field }) => field))];
  const add = groupStage(groupBy.length, fields.length);
  const found = await deps.records
    .aggregate<FoundGroup>([
      { $match: plan.filter },
      ...keyStages(
        groupBy.map((group) => keyOf(group, timezone)),
        fields,
      ),
      add,
      ...groupBy.flatMap(({ level }, index) =>
        level ? [...levelStages(deps, { level, index, groupBy }), add] : [],
      ),
      ...fullestGroups(aggregateLimits.groups + 1),
    ])
    .option(readOptions(plan, maxTimeMS));
  const groups = found.slice(0, aggregateLimits.groups).map((each) => toGroup(each, groupBy, fields));
  return { groups, hasMore: found.length > aggregateLimits.groups };
}

type FoundGroup = Readonly<Record<string, number | null>> & {
  readonly _id: Readonly<Record<string, GroupValue>>;
  readonly count: number;
};

function toGroup(found: FoundGroup, groupBy: readonly GroupBy[], fields: readonly Field[]): Group {
  const tallies = fields.map((field, index): [Field, Tally] => [
    field,
    {
      sum: found[`sum${index}`] ?? 0,
      number: found[`number${index}`] ?? 0,
      min: found[`min${index}`] ?? null,
      max: found[`max${index}`] ?? null,
    },
  ]);
  const keys = groupBy.map((_group, index) => found._id[keyAt(index)] ?? null);
  return { keys, count: found.count, tallies: new Map(tallies) };
}

function keyOf({ field, by, level }: GroupBy, timezone: string): GroupKey {
  if (by) return { value: periodOf(momentOf(field), by, timezone), isList: false };
  // The places of a record become those at the level after equal ones are counted: few combinations have to be looked up.
  if (level) return { ...valuesIn(field), isList: false };
  const unset = field.type.query?.buckets?.unset?.(field);
  if (unset !== undefined) return { value: { $ifNull: [`$${pathOf(field)}`, unset] }, isList: false };
  return valuesIn(field);
}

/** The last day in all time zones whose year has four digits: the database refuses to write others. */
const lastDay = Date.UTC(9999, 11, 30) / 1_000;

/** The moment of a date: stored as such at top level, otherwise in seconds. */
function momentOf(field: Field): unknown {
  const path = `$${pathOf(field)}`;
  if (storageOf(field) === 'top-level') return path;
  const seconds = { $cond: [{ $gt: [path, lastDay] }, lastDay, path] };
  return { $toDate: { $multiply: [seconds, 1_000] } };
}

const formats = { day: '%Y-%m-%d', week: '%G-W%V', month: '%Y-%m', year: '%Y' } as const;

/** The period of a moment as `2024-01-31`, `2024-W05`, `2024-01`, `2024-Q1` or `2024`; weeks are those of ISO 8601. */
function periodOf(date: unknown, by: (typeof periods)[number], timezone: string): unknown {
  const written = (format: string) => ({ $dateToString: { date, format, timezone } });
  if (by !== 'quarter') return written(formats[by]);
  const quarter = { $ceil: { $divide: [{ $month: { date, timezone } }, 3] } };
  return { $concat: [written(formats.year), '-Q', { $toString: quarter }] };
}

/** Replaces the places in a key by the places at a level that contain them. */
function levelStages(
  { locations }: Pick<Deps, 'locations'>,
  {
    level,
    index,
    groupBy,
  }: { level: (typeof placeLevels)[number]; index: number; groupBy: readonly GroupBy[] },
): PipelineStage[] {
  const key = keyAt(index);
  const keys = groupBy.map((_group, each) => [keyAt(each), `$_id.${keyAt(each)}`] as const);
  const at = { $arrayElemAt: ['$lineage', placeLevels.indexOf(level)] };
  const containing = {
    from: locations.collection.collectionName,
    localField: key,
    foreignField: '_id',
    pipeline: [{ $project: { _id: 0, at } }],
    as: key,
  };
  return [
    { $set: Object.fromEntries(keys) },
    { $lookup: containing },
    { $set: { [key]: { $setDifference: [`$${key}.at`, [null]] } } },
    { $unwind: { path: `$${key}`, preserveNullAndEmptyArrays: true } },
  ];
}
