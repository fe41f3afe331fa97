import type { Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { Index } from '../store/indexes.ts';
import type { DuplicateDeps } from './duplicate-deps.ts';
import { duplicateFieldsOf } from './duplicate-fields.ts';
import { sortText } from '../fields/shared/sort-text.ts';
import { withoutOptions, type PostType } from '../model/post-type.ts';
import { storageOf } from '../model/stored-value.ts';
import { readLean } from '../store/read-with-deadline.ts';
import type { RecordDocument, ShownRecord } from '../model/record.ts';
import { duplicateValues, type DuplicateValue } from '../fields/shared/duplicate-keys.ts';
import { dismissalsKey, dismissedIn, duplicateOfKey } from './own-values.ts';
import { areSimilarNames, beginningsOf } from './similar-names.ts';

/** Maximum number of records, newest first, found by each search: by channels, by name, and by beginnings of the name. */
export const maxLikelyDuplicates = 100;

/** Maximum number of a record's values to search for. */
const maxValues = 200;

/** Weights of equal values and similar names. */
const points = { channel: 4, name: 4, similarName: 1 } as const;

export type LikelyDuplicate = ReturnType<typeof compare>;

export interface DuplicateQuery {
  readonly postType: PostType;
  readonly record: ShownRecord;
  /** A further condition on the duplicates. */
  readonly only?: Record<string, unknown>;
  readonly limit?: number;
}

type Candidate = Pick<RecordDocument, '_id' | 'duplicateKeys' | 'sort' | 'fields'>;

/**
 * The possible duplicates of a record that the caller may view: those with an equal value in one of the type's duplicate
 * fields, the likeliest first. With `similar`, ids of records whose names have to be compared, also those with a similar
 * name. A dismissal applies to both records of a pair.
 */
export async function findLikelyDuplicates(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<DuplicateDeps, 'records' | 'hooks' | 'duplicateFields'>,
  { similar, ...wanted }: DuplicateQuery & { readonly similar?: readonly number[] },
): Promise<LikelyDuplicate[]> {
  const { postType, record, only = {}, limit = maxLikelyDuplicates } = wanted;
  const keys = await duplicateFieldsOf(postType, deps, call.deadline);
  const values = channelValues(postType, record, keys);
  const name = (keys.includes('name') && sortText(record.name)) || '';
  const { filter, paths, among } = accessTo(call, deps, postType, 'view');
  const others = {
    $and: [filter, notTheSame(record, postType), only],
    postType: postType.key,
  };
  // With hints: the database might use the index of a condition that most records meet.
  const find = async (key: string, wanted: readonly unknown[], hint: Index, most = limit) => {
    const query = deps.records.find({ $and: [{ [key]: { $in: wanted } }, others] }, { ...shown, ...paths });
    const firsts = query.sort({ _id: -1 }).limit(most).hint(hint);
    return wanted.length === 0 ? [] : readLean<Candidate[]>(call, firsts);
  };
  const keysOfValues = values.map(({ key }) => key);
  const found = await Promise.all([
    find('duplicateKeys', keysOfValues, { duplicateKeys: 1, _id: -1 }),
    find('sort.name', name === '' ? [] : [name], byName),
    find('sort.name', similar ? beginningsOf(name) : [], byName),
    find('_id', similar ?? [], { _id: 1 }, similar?.length),
  ]);
  const candidates = new Map(found.flat().map((candidate) => [candidate._id, candidate]));
  const alike = (await among([...candidates.values()]))
    .filter(({ fields = {} }) => !dismissedIn(fields[dismissalsKey]).includes(record._id))
    .map((candidate) => compare(candidate, { record, name, values }))
    .filter((each) => each.points > 0);
  return alike.sort((one, other) => other.points - one.points || other.id - one.id).slice(0, limit);
}

/** The record's values in these channels, as far as they are compared. */
export function channelValues(
  postType: PostType,
  record: ShownRecord,
  keys: readonly string[],
): DuplicateValue[] {
  return [...postType.fields.values()]
    .filter((field) => keys.includes(field.key) && storageOf(field) === 'record')
    .flatMap((field) => duplicateValues(field, record.fields[field.key]))
    .slice(0, maxValues);
}

/** Excludes records that cannot be duplicates: the record itself, dismissed or merged ones, and those that the type leaves out. */
export function notTheSame(record: ShownRecord, { duplicates }: PostType): Record<string, unknown> {
  const goesOnAs = Number(record.fields[duplicateOfKey]);
  const dismissed = dismissedIn(record.fields[dismissalsKey]);
  return {
    _id: { $nin: [record._id, ...dismissed, ...(Number.isSafeInteger(goesOnAs) ? [goesOnAs] : [])] },
    [`fields.${duplicateOfKey}`]: { $in: [null, ''] },
    ...withoutOptions(duplicates.never_offered),
  };
}

const shown = { duplicateKeys: 1, 'sort.name': 1, [`fields.${dismissalsKey}`]: 1 };
export const byName = { postType: 1, 'sort.name': 1, _id: 1 } as const;

/** The fields in which both have equal values or similar names, with the value of the record in the query. */
function compare(
  candidate: Candidate,
  { record, name, values }: { record: ShownRecord; name: string; values: readonly DuplicateValue[] },
) {
  const keys = new Set(candidate.duplicateKeys);
  const equal = values.filter(({ key }) => keys.has(key)).map(({ field, value }) => ({ field, value }));
  const forName = pointsOfNames(name, candidate.sort['name']);
  return {
    id: candidate._id,
    fields: [...equal, ...(forName > 0 ? [{ field: 'name', value: record.name }] : [])],
    points: equal.length * points.channel + forName,
  };
}

function pointsOfNames(one: string, other: unknown): number {
  if (one === '' || typeof other !== 'string') return 0;
  if (one === other) return points.name;
  return areSimilarNames(one, other) ? points.similarName : 0;
}
