import type { Grant } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { grantFilter, isGranted } from '../access/grant.ts';
import type { PostType } from '../model/post-type.ts';
import type { PostTypes } from '../post-types/post-types.ts';
import type { Collections } from '../store/collections.ts';
import { findAtOnce } from '../store/find-at-once.ts';
import { BatchedOperations } from '../store/batched-operations.ts';
import type { RecordDocument, ShownRecord } from '../model/record.ts';
import { loadStates } from './load-states.ts';
import type { RecordState } from '../model/stored-value.ts';
import type { Field } from '../model/field.ts';

type Deadline = Call['deadline'];

/** A requested record, and the grants of the caller for the action. */
interface Permitted {
  readonly id: number;
  readonly postType: PostType;
  readonly grants: readonly Grant[];
}

/** A record that the caller wants to view. */
interface Viewed extends Permitted {
  readonly userId: number;
}

interface Sources extends Pick<Collections, 'records' | 'edges' | 'privateValues'> {
  readonly postTypes: PostTypes;
}

/** The parts of a record that connections to it show. */
export type LinkedDocument = Pick<RecordDocument, '_id' | 'postType' | 'name' | 'createdAt' | 'fields'>;

/** Batched reads of single records: concurrent requests share queries. */
export interface RecordReads {
  /** Undefined for a record that is missing, of another type or not granted. */
  readonly permitted: BatchedOperations<Permitted, ShownRecord | undefined>;
  /** Undefined for a record that is missing, of another type or not granted. */
  readonly viewed: BatchedOperations<Viewed, RecordState<ShownRecord> | undefined>;
  /** The parts of records that connections to them show; may contain more records than requested. */
  readonly linked: BatchedOperations<readonly number[], ReadonlyMap<number, LinkedDocument>>;
}

export function recordReads(sources: Sources): RecordReads {
  return {
    permitted: new BatchedOperations((wanted, deadline) => readPermitted(sources, wanted, deadline)),
    viewed: new BatchedOperations((wanted, deadline) => readViewed(sources, wanted, deadline)),
    linked: new BatchedOperations(async (wanted, deadline) => {
      const found = await findLinked(sources, wanted.flat(), deadline);
      return wanted.map(() => found);
    }),
  };
}

/** Reads the granted records, in the order of the requests. */
async function readPermitted(
  sources: Sources,
  wanted: readonly Permitted[],
  deadline: Deadline,
): Promise<(ShownRecord | undefined)[]> {
  const asked = { filter: conditionOf(wanted), projection: withoutDerived, most: wanted.length };
  const found = await findAtOnce<ShownRecord>(sources.records, asked, deadline);
  const byId = new Map(found.map((record) => [record._id, record]));
  return wanted.map((each) => grantedOf(each, byId.get(each.id)));
}

/** Reads the granted records, then their connections and their readers' private values. */
async function readViewed(
  sources: Sources,
  wanted: readonly Viewed[],
  deadline: Deadline,
): Promise<(RecordState<ShownRecord> | undefined)[]> {
  const permitted = await readPermitted(sources, wanted, deadline);
  const granted = wanted.map(({ postType, userId }, index) => {
    const record = permitted[index];
    return record && { record, postType, userId };
  });
  const shown = granted.filter((each) => each !== undefined);
  const states = (await loadStates({ deadline }, sources, shown)).values();
  return granted.map((each) => each && states.next().value);
}

/** Checked again for each request: the query also returns records that only another caller in the batch may view or update. */
function grantedOf(
  { postType, grants }: Permitted,
  record: ShownRecord | undefined,
): ShownRecord | undefined {
  return record?.postType === postType.key && isGranted(grants, record) ? record : undefined;
}

/** Only lists and writes need the values derived from fields, which are as large as the fields. */
const withoutDerived = { sort: 0, filterTerms: 0, searchText: 0, duplicateKeys: 0 } as const;

async function findLinked(
  sources: Sources,
  wanted: readonly number[],
  deadline: Deadline,
): Promise<ReadonlyMap<number, LinkedDocument>> {
  const ids = [...new Set(wanted)];
  if (ids.length === 0) return new Map();
  const projection = { postType: 1, name: 1, createdAt: 1, ...statusPaths(sources.postTypes) };
  const asked = { filter: { _id: { $in: ids } }, projection, most: ids.length };
  const found = await findAtOnce<LinkedDocument>(sources.records, asked, deadline);
  return new Map(found.map((record) => [record._id, record]));
}

/** Access is part of the query: one condition for each post type and set of grants. */
function conditionOf(wanted: readonly Permitted[]): Record<string, unknown> {
  const groups = Map.groupBy(wanted, ({ postType, grants }) => JSON.stringify([postType.key, grants]));
  const [first, ...others] = [...groups.values()].map((group) => {
    const [{ postType, grants }] = group as [Permitted, ...Permitted[]];
    return { _id: { $in: group.map(({ id }) => id) }, postType: postType.key, ...grantFilter(grants) };
  });
  if (first && others.length === 0) return first;
  // With the ids of all as well: only then the database uses the index on ids alone.
  return { _id: { $in: wanted.map(({ id }) => id) }, $or: [first, ...others] };
}

/** The paths at which records of any type have their status. */
export function statusPaths(postTypes: PostTypes): Record<string, 1> {
  const keys = postTypes.all().flatMap(({ statusField }) => statusField?.status_key ?? []);
  return Object.fromEntries(keys.map((key) => [`fields.${key}`, 1 as const]));
}

/** The field that holds a record's status, if its type has one. */
export function statusFieldOf(postType: string, postTypes: PostTypes): Field | undefined {
  const { fields, statusField } = postTypes.find(postType) ?? {};
  return fields?.get(statusField?.status_key ?? '');
}
