import type { Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { RecordsDeps } from '../deps.ts';
import { sortText } from '../fields/sort-text.ts';
import type { PostType } from '../post-types/post-type.ts';
import { keepingOf } from '../reading/stored-value.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument, ShownRecord } from '../store/record-document.ts';
import { alikeValues, type AlikeValue } from './alike-words.ts';
import { dismissalsKey, dismissedIn } from './dismissed.ts';
import { duplicateOfKey } from './duplicate-of.ts';

/** At most so many records are found alike by their channels, and as many by their name: the newest. */
export const mostAlike = 100;

/** At most so many values of a record are looked for. */
const mostValues = 200;

/** What an equal value says: a phone number or an address belongs to few, a name to many. */
const points = { channel: 4, name: 2 } as const;

/** A record that may be the same as another. */
export interface Alike {
  readonly id: number;
  /** The fields in which both hold the same, with the value as the other record has it. */
  readonly fields: readonly { readonly field: string; readonly value: string }[];
  readonly points: number;
}

type Candidate = Pick<RecordDocument, '_id' | 'alike' | 'sort' | 'fields'>;

/**
 * The records that may be the same as one, as far as the caller may view them: those with an equal channel value or an equal
 * name, the likeliest first. A pair is dismissed for both of its records.
 */
export async function findAlike(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<RecordsDeps, 'records' | 'hooks'>,
  wanted: { postType: PostType; record: ShownRecord; only?: Record<string, unknown>; limit?: number },
): Promise<Alike[]> {
  const { postType, record, only = {}, limit = mostAlike } = wanted;
  const values = channelValues(postType, record);
  const { filter, paths, among } = accessTo(call, deps, postType, 'view');
  const others = {
    $and: [filter, notTheSame(record), only],
    postType: postType.key,
  };
  const [byChannel, byName] = await Promise.all([
    findByChannel(call, deps, { values, others, paths, limit }),
    findByName(call, deps, { name: sortText(record.name) ?? '', others, paths, limit }),
  ]);
  const candidates = new Map([...byChannel, ...byName].map((candidate) => [candidate._id, candidate]));
  const alike = (await among([...candidates.values()]))
    .filter(({ fields = {} }) => !dismissedIn(fields[dismissalsKey]).includes(record._id))
    .map((candidate) => compare(candidate, record, values));
  return alike.sort((one, other) => other.points - one.points || other.id - one.id).slice(0, limit);
}

function channelValues(postType: PostType, record: ShownRecord): AlikeValue[] {
  return [...postType.fields.values()]
    .filter((field) => keepingOf(field) === 'record')
    .flatMap((field) => alikeValues(field, record.fields[field.key]))
    .slice(0, mostValues);
}

/** What can be no duplicate: the record itself, those that were dismissed or merged, contacts that stand for users. */
function notTheSame(record: ShownRecord): Record<string, unknown> {
  const goesOnAs = Number(record.fields[duplicateOfKey]);
  const dismissed = dismissedIn(record.fields[dismissalsKey]);
  const standsForUser = record.postType === 'contacts' ? { 'fields.type': { $ne: 'user' } } : {};
  return {
    _id: { $nin: [record._id, ...dismissed, ...(Number.isSafeInteger(goesOnAs) ? [goesOnAs] : [])] },
    [`fields.${duplicateOfKey}`]: { $in: [null, ''] },
    ...standsForUser,
  };
}

const shown = { alike: 1, 'sort.name': 1, [`fields.${dismissalsKey}`]: 1 };

interface Search {
  readonly others: Record<string, unknown>;
  readonly paths: Readonly<Record<string, 1>>;
  readonly limit: number;
}

// The hints: among several conditions the database might choose the one that finds the most records.
async function findByChannel(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'records'>,
  { values, others, paths, limit }: Search & { values: readonly AlikeValue[] },
): Promise<Candidate[]> {
  const words = [...new Set(values.map(({ word }) => word))];
  if (words.length === 0) return [];
  return readInTime(call.deadline, (maxTimeMS) =>
    deps.records
      .find({ alike: { $in: words }, ...others }, { ...shown, ...paths })
      .sort({ _id: -1 })
      .limit(limit)
      .hint({ alike: 1, _id: -1 })
      .maxTimeMS(maxTimeMS)
      .lean<Candidate[]>(),
  );
}

async function findByName(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'records'>,
  { name, others, paths, limit }: Search & { name: unknown },
): Promise<Candidate[]> {
  if (typeof name !== 'string' || name === '') return [];
  return readInTime(call.deadline, (maxTimeMS) =>
    deps.records
      .find({ 'sort.name': name, ...others }, { ...shown, ...paths })
      .sort({ _id: -1 })
      .limit(limit)
      .hint({ postType: 1, 'sort.name': 1, _id: 1 })
      .maxTimeMS(maxTimeMS)
      .lean<Candidate[]>(),
  );
}

function compare(candidate: Candidate, record: ShownRecord, values: readonly AlikeValue[]): Alike {
  const words = new Set(candidate.alike);
  const equal = values.filter(({ word }) => words.has(word)).map(({ field, value }) => ({ field, value }));
  const isNamesake = candidate.sort['name'] !== '' && candidate.sort['name'] === sortText(record.name);
  return {
    id: candidate._id,
    fields: [...equal, ...(isNamesake ? [{ field: 'name', value: record.name }] : [])],
    points: equal.length * points.channel + (isNamesake ? points.name : 0),
  };
}
