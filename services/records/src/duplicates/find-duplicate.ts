import type { PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import { withoutOptions } from '../model/post-type.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';
import type { DuplicateSearch } from './duplicate-search.ts';

type Deps = Pick<Collections, 'records'>;
type Condition = Readonly<Record<string, unknown>>;

/** Behind every option of a status field. */
const afterAllOptions = 1_000_000;

/** So many candidates are read at a time: extensions may rule out the first ones. */
const candidates = 100;

/**
 * The id of the record that a create would double: of several the first by the order of the status options, those without
 * status last, and of those with the same status the oldest. Of a type without a status the newest.
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

/** The record with this id, as long as it is one that the search finds. */
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

/** A thousand phone numbers are one condition, not a thousand: the database plans for each of them. */
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
