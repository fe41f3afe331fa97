import type { PipelineStage } from 'mongoose';
import { keepingOf } from '../reading/stored-value.ts';
import type { Split } from './count-buckets.ts';

/** The values that the records of a list keep themselves, each once for each record; none for a record without any. */
export function valueStages({ plan, field }: Pick<Split, 'plan' | 'field'>): PipelineStage[] {
  const place = keepingOf(field) === 'beside' ? field.key : `fields.${field.key}`;
  const at = field.type.buckets?.at;
  return [
    { $match: plan.filter },
    { $project: { _id: 0, value: at === undefined ? `$${place}` : `$${place}.${at}` } },
    { $project: { value: { $setDifference: [asList('$value'), ['', null]] } } },
    { $unwind: { path: '$value', preserveNullAndEmptyArrays: true } },
    { $project: { value: 1, count: { $literal: 1 } } },
  ];
}

function asList(value: string) {
  return { $cond: [{ $isArray: value }, value, [{ $ifNull: [value, null] }]] };
}
