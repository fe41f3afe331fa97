import type { PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument } from '../store/record-document.ts';
import type { DuplicateSearch } from './duplicate-search.ts';

type Deps = Pick<RecordsDeps, 'records'>;
type Condition = Readonly<Record<string, unknown>>;

/** Behind every option of a status field. */
const afterAllOptions = 1_000_000;

/** Contacts that belong to one user, or stand in for one that is not known yet, are nobody's duplicates. */
const neverContacts = ['personal', 'placeholder'];

/**
 * The id of the record that a create would double, whoever may see it: of several the first by the order of the status
 * options, those without status last, and of these the newest.
 */
export async function findDuplicate(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  search: DuplicateSearch,
): Promise<number | undefined> {
  const stages: PipelineStage[] = [
    { $match: matching(search) },
    ...placed(search),
    { $limit: 1 },
    { $project: { _id: 1 } },
  ];
  const [found] = await readInTime(call.deadline, (maxTimeMS) =>
    deps.records.aggregate<{ _id: number }>(stages).option({ maxTimeMS }).exec(),
  );
  return found?._id;
}

/** The record with this id, as long as it is one that the search finds. */
export async function loadDuplicate(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  { search, id }: { search: DuplicateSearch; id: number },
): Promise<RecordDocument | undefined> {
  const found = await readInTime(call.deadline, (maxTimeMS) =>
    deps.records
      .findOne({ _id: id, ...matching(search) })
      .maxTimeMS(maxTimeMS)
      .lean<RecordDocument>(),
  );
  return found ?? undefined;
}

function matching({ postType, conditions }: DuplicateSearch): Record<string, unknown> {
  const anyOf = { postType: postType.key, $or: combined(conditions) };
  return postType.key === 'contacts' ? { ...anyOf, 'fields.type': { $nin: neverContacts } } : anyOf;
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
  const newest = { createdAt: -1, _id: -1 } as const;
  const { statusField } = postType;
  if (!statusField) return [{ $sort: newest }];
  const place = { $ifNull: [`$sort.${statusField.status_key}`, afterAllOptions] };
  return [{ $addFields: { place } }, { $sort: { place: 1, ...newest } }];
}
