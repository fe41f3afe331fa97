import type { PipelineStage } from 'mongoose';
import type { Field } from '../fields/index.ts';
import type { PostType } from '../post-types/post-type.ts';
import { standsBeside } from '../reading/stored-value.ts';
import type { ParsedListQuery } from './parse-list-query.ts';
import type { ListSort } from './parse-sort.ts';

/** What makes a page of the records that match: their order, the part of them, and as much of each as is shown. */
export function pageStages(query: ParsedListQuery, postType: PostType): PipelineStage[] {
  const { sort, offset, limit, shown } = query;
  return [
    ...orderStages(sort),
    ...(offset > 0 ? [{ $skip: offset }] : []),
    { $limit: Math.max(1, limit) },
    { $project: shownPaths(shown, postType) },
  ];
}

/** Equal keys are ordered by id, so that pages never overlap. */
function orderStages(sort: ListSort): PipelineStage[] {
  const { direction } = sort;
  if (sort.kind === 'always set') return [{ $sort: { [sort.path]: direction, _id: direction } }];
  const path = `sort.${sort.field.key}`;
  const unset = sort.field.type.sortKeyWhenUnset?.(sort.field);
  if (unset !== undefined) {
    return [
      { $addFields: { place: { $ifNull: [`$${path}`, unset] } } },
      { $sort: { place: direction, _id: direction } },
      { $unset: 'place' },
    ];
  }
  return [
    { $addFields: { isUnset: { $eq: [{ $type: `$${path}` }, 'missing'] } } },
    { $sort: { isUnset: 1, [path]: direction, _id: direction } },
    { $unset: 'isUnset' },
  ];
}

function shownPaths(shown: readonly Field[], postType: PostType): Record<string, unknown> {
  const beside = { postType: 1, name: 1, createdAt: 1, lastModified: 1, degrees: 1 };
  if (shown.length === postType.fields.size) return { ...beside, fields: 1 };
  const paths = shown.filter(({ key }) => !standsBeside(key)).map(({ key }) => [`fields.${key}`, 1] as const);
  const fields = paths.length > 0 ? Object.fromEntries(paths) : { fields: { $literal: {} } };
  return { ...beside, ...fields };
}
