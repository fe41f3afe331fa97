import type { Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import { sortText } from '../fields/shared/sort-text.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import type { Index } from '../store/indexes.ts';
import { readLean } from '../store/read-with-deadline.ts';
import type { DuplicateDeps } from './duplicate-deps.ts';
import { byName, channelValues, notTheSame } from './find-likely-duplicates.ts';
import { dismissalsKey, dismissedIn } from './own-values.ts';

/** Maximum number of records with equal values in a field: more do not indicate a duplicate. */
export const maxEqualRecords = 10;

/** A record with a value that another record has in the same field, as that record spells it. */
export interface EqualRecord {
  readonly field: string;
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

interface Search {
  readonly field: string;
  /** Spellings by indexed value. */
  readonly values: ReadonlyMap<string, string>;
  readonly path: 'duplicateKeys' | 'sort.name';
  readonly hint: Index;
}

type Candidate = Pick<RecordDocument, '_id' | 'name' | 'duplicateKeys' | 'sort' | 'fields'>;

/**
 * The records that the caller may view and that are equal to a record in one of the compared fields. Leaves out dismissed pairs,
 * and fields in which more than `maxEqualRecords` are equal. Each field takes one query over an index.
 */
export async function findEqualRecords(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<DuplicateDeps, 'records' | 'hooks'>,
  { postType, record, keys }: { postType: PostType; record: RecordDocument; keys: readonly string[] },
): Promise<EqualRecord[]> {
  const { filter, paths, among } = accessTo(call, deps, postType, 'view');
  const others = { $and: [filter, notTheSame(record, postType)], postType: postType.key };
  const searched = searchesOf(postType, record, keys).map(async (search) => {
    const { field, values, path, hint } = search;
    const query = deps.records
      .find({ $and: [{ [path]: { $in: [...values.keys()] } }, others] }, { ...projection, ...paths })
      .sort({ _id: -1 })
      .limit(maxEqualRecords + 1)
      .hint(hint);
    const candidates = await readLean<Candidate[]>(call, query);
    if (candidates.length > maxEqualRecords) return [];
    const equal = (await among(candidates)).filter(({ fields = {} }) => !isDismissed(fields, record));
    return equal.map((other) => ({
      field,
      id: other._id,
      name: other.name,
      value: commonValue(search, other),
    }));
  });
  return (await Promise.all(searched)).flat();
}

const projection = { name: 1, duplicateKeys: 1, 'sort.name': 1, [`fields.${dismissalsKey}`]: 1 };

function searchesOf(postType: PostType, record: RecordDocument, keys: readonly string[]): Search[] {
  const byField = Map.groupBy(channelValues(postType, record, keys), ({ field }) => field);
  const channels = [...byField].map(([field, values]) => ({
    field,
    values: new Map(values.map(({ key, value }) => [key, value])),
    path: 'duplicateKeys' as const,
    hint: { duplicateKeys: 1, _id: -1 } as const,
  }));
  const name = (keys.includes('name') && sortText(record.name)) || '';
  if (name === '') return channels;
  const values = new Map([[name, record.name]]);
  return [{ field: 'name', values, path: 'sort.name', hint: byName }, ...channels];
}

function isDismissed(fields: RecordDocument['fields'], { _id }: RecordDocument): boolean {
  return dismissedIn(fields[dismissalsKey]).includes(_id);
}

function commonValue({ values, path }: Search, { duplicateKeys = [], sort }: Candidate): string {
  const keys = path === 'duplicateKeys' ? duplicateKeys : [String(sort['name'])];
  return keys.map((key) => values.get(key)).find((value) => value !== undefined) ?? '';
}
