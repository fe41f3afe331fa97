import type { PipelineStage } from 'mongoose';
import type { Collections } from '../../store/collections.ts';
import type { Condition } from '../../model/filter.ts';
import type { Field } from '../../model/field.ts';

/** The distinct values that records hold in a field, in ascending order. */
export async function* heldValues(
  { records }: Pick<Collections, 'records'>,
  { key }: Pick<Field, 'key'>,
  found: { readonly filter: Condition; readonly maxTimeMS: number; readonly hint?: Record<string, 1 | -1> },
): AsyncGenerator<string> {
  const { filter, ...options } = found;
  const stages: PipelineStage[] = [
    { $match: filter },
    { $project: { _id: 0, value: `$fields.${key}` } },
    { $unwind: '$value' },
    { $group: { _id: '$value' } },
    { $sort: { _id: 1 } },
  ];
  const cursor = records.aggregate(stages).option(options).cursor<{ _id: string }>();
  for await (const { _id: value } of cursor as AsyncIterable<{ _id: string }>) yield value;
}
