import type { PipelineStage } from 'mongoose';
import type { Field } from '../../model/field.ts';
import { storageOf } from '../../model/stored-value.ts';

/** An expression for the values by which records are grouped: one value, or with `isList` any number, each of them a group. */
export interface GroupKey {
  readonly value: unknown;
  readonly isList: boolean;
}

/** The values of a field that is stored in the record, each once; no value for a record without any. */
export function valuesIn(field: Field): GroupKey {
  const at = field.type.query?.buckets?.at;
  const value = at === undefined ? `$${pathOf(field)}` : `$${pathOf(field)}.${at}`;
  const asList = { $cond: [{ $isArray: value }, value, [{ $ifNull: [value, null] }]] };
  return { value: { $setDifference: [asList, ['', null]] }, isList: true };
}

const topLevelPaths: ReadonlyMap<string, string> = new Map([
  ['post_date', 'createdAt'],
  ['last_modified', 'lastModified'],
]);

/** The path of a field's value in stored records. */
export function pathOf(field: Field): string {
  const { key } = field;
  return storageOf(field) === 'top-level' ? (topLevelPaths.get(key) ?? key) : `fields.${key}`;
}

/**
 * Turns records into documents for `groupStages`, one for each combination of the values in their keys: `key0`, `key1` …, a `count`, and
 * for each measured field its `sum0`, `number0`, `min0` and `max0`.
 */
export function keyStages(keys: readonly GroupKey[], measured: readonly Field[] = []): PipelineStage[] {
  const values = keys.map(({ value }, index) => [keyAt(index), value] as const);
  const tallies = measured.flatMap((field, index) => {
    const value = `$${pathOf(field)}`;
    const number = { $cond: [{ $isNumber: value }, 1, 0] };
    return Object.entries({ sum: value, number, min: value, max: value }).map(
      ([tally, each]) => [`${tally}${index}`, each] as const,
    );
  });
  const lists = keys.flatMap(({ isList }, index) => (isList ? [`$${keyAt(index)}`] : []));
  const count = { $literal: 1 };
  return [
    { $project: { _id: 0, count, ...Object.fromEntries([...values, ...tallies]) } },
    ...lists.map((path) => ({ $unwind: { path, preserveNullAndEmptyArrays: true } })),
  ];
}

/** Adds up documents with the same keys. */
export function groupStage(keys: number, measured = 0): PipelineStage {
  const id = indexesTo(keys).map((index) => [keyAt(index), { $ifNull: [`$${keyAt(index)}`, null] }] as const);
  const tallies = indexesTo(measured).flatMap((index) =>
    [
      [`sum${index}`, '$sum'],
      [`number${index}`, '$sum'],
      [`min${index}`, '$min'],
      [`max${index}`, '$max'],
    ].map(([tally = '', operator = '']) => [tally, { [operator]: `$${tally}` }] as const),
  );
  return {
    $group: { _id: Object.fromEntries(id), count: { $sum: '$count' }, ...Object.fromEntries(tallies) },
  };
}

/** The groups with the most records; of equally full ones those with the lower keys. */
export function fullestGroups(most: number): PipelineStage[] {
  return [{ $sort: { count: -1, _id: 1 } }, { $limit: most }];
}

/** The name of a key in documents and in the ids of groups. */
export function keyAt(index: number): string {
  return `key${index}`;
}

function indexesTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_none, index) => index);
}
