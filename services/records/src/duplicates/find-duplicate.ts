import type { PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import { withoutOptions } from '../model/post-type.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';
import type { DuplicateSearch } from './duplicate-search.ts';

type Deps = Pick<Collections, 'records'>;
type Condition = Readonly<Record<string, unknown>>;

/** Sort key of records without a status: after every option. */
const afterAllOptions = 1_000_000;

/** Number of candidates read at a time: extensions may reject the first ones. */
const candidates = 100;

/**
 * The id of the record that a create would duplicate. Of several, the first in the order of the status options, without a
 * status last, and among those with the same status the oldest; for a type without a status field, the newest.
 */
export async function findDuplicate(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  search: DuplicateSearch,
): Promise<number | undefined> {
  const { access } = search;
  for (let skipped = 0; ; skipped += candidates) {
    const stages: PipelineStage[] = [
      { $match: matching(search) },
      ...placed(search),
      { $skip: skipped },
      { $limit: candidates },
      { $project: { _id: 1, ...access.paths } },
    ];
    const found = await readWithDeadline(call.deadline, (maxTimeMS) =>
      deps.records.aggregate<{ _id: number }>(stages).option({ maxTimeMS }).exec(),
    );
    const [first] = await access.among(found);
    if (first || found.length < candidates) return first?._id;
  }
}

/** The record with this id, if the search still finds it. */
export async function loadDuplicate(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  search: DuplicateSearch,
  id: number,
): Promise<RecordDocument | undefined> {
  const found = await readWithDeadline(call.deadline, (maxTimeMS) =>
    deps.records
      .findOne({ _id: id, ...matching(search) })
      .maxTimeMS(maxTimeMS)
      .lean<RecordDocument>(),
  );
  const [record] = await search.access.among(found ? [found] : []);
  return record;
}

function matching({ postType, conditions, access }: DuplicateSearch): Record<string, unknown> {
  const isOne = withoutOptions(postType.duplicates.never_updated);
  return { postType: postType.key, $and: [access.filter, isOne, { $or: combined(conditions) }] };
}

/** Combines conditions on the same path, such as a thousand phone numbers: the database plans each branch of `$or`. */
function combined(conditions: readonly Condition[]): Condition[] {
  const plain = conditions.filter(isPlain);
  const byPath = Map.groupBy(plain, (condition) => Object.keys(condition)[0] as string);
  return [
    ...[...byPath].map(([path, same]) => ({ [path]: { $in: same.map((condition) => condition[path]) } })),
    ...conditions.filter((condition) => !isPlain(condition)),
  ];
}

function isPlain(condition: Condition): boolean {
  const values = Object.values(condition);
  return values.length === 1 && typeof values[0] !== 'object';
}

function placed({ postType }: DuplicateSearch): PipelineStage[] {
  const { statusField } = postType;
  if (!statusField) return [{ $sort: { createdAt: -1, _id: 1 } }];
  const place = { $ifNull: [`$sort.${statusField.status_key}`, afterAllOptions] };
  return [{ $addFields: { place } }, { $sort: { place: 1, createdAt: 1, _id: 1 } }];
}
