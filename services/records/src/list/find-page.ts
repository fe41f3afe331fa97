import { mongo, type PipelineStage } from 'mongoose';
import { ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { grantFilter } from '../access/grant.ts';
import { grantsOf } from '../access/grants-of.ts';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { RecordDocument } from '../store/record-document.ts';
import type { ParsedListQuery } from './parse-list-query.ts';
import type { ListSort } from './parse-sort.ts';

/** A page of stored records and how many there are in all. */
export interface FoundPage {
  readonly records: readonly RecordDocument[];
  readonly total: number;
}

/**
 * Runs a list query. Who may see what is part of the query, for the page and for the total.
 * @throws ServiceError `search_viewable_post` when it would take longer than the caller waits.
 */
export async function findPage(
  call: Call,
  deps: Pick<RecordsDeps, 'records'>,
  postType: PostType,
  query: ParsedListQuery,
): Promise<FoundPage> {
  const grants = grantFilter(grantsOf(call.actor, 'list', postType.key));
  const filter = { $and: [{ postType: postType.key }, grants, ...query.conditions] };
  const maxTimeMS = Math.max(1, call.deadline.remaining - answerMilliseconds);
  const stages = [{ $match: filter }, ...orderStages(query.sort), ...pageStages(query)];
  try {
    const [records, total] = await Promise.all([
      query.limit === 0 ? [] : deps.records.aggregate<RecordDocument>(stages).option({ maxTimeMS }),
      deps.records.countDocuments(filter).maxTimeMS(maxTimeMS),
    ]);
    return { records, total };
  } catch (error) {
    throw isTooSlow(error) ? tooSlow(error) : error;
  }
}

/** Kept back from the deadline for making the answer. */
const answerMilliseconds = 500;

function pageStages({ offset, limit }: ParsedListQuery): PipelineStage[] {
  return [...(offset > 0 ? [{ $skip: offset }] : []), { $limit: Math.max(1, limit) }];
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

const maxTimeExpired = 50;

function isTooSlow(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === maxTimeExpired;
}

function tooSlow(cause: unknown): ServiceError {
  return new ServiceError(
    'search_viewable_post',
    'This list takes too long to put together; narrow it down with a filter, or sort by another field.',
    { status: 503, cause },
  );
}
