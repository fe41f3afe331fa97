import type { Grant } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { grantFilter, isGranted } from '../access/grant.ts';
import type { PostType } from '../model/post-type.ts';
import type { PostTypes } from '../post-types/post-types.ts';
import type { Collections } from '../store/collections.ts';
import { findAtOnce } from '../store/find-at-once.ts';
import { BatchedReads } from '../store/batched-reads.ts';
import type { RecordDocument, ShownRecord } from '../model/record.ts';
import { loadStates, type ReadRecord } from './load-states.ts';
import type { RecordState } from '../model/stored-value.ts';
import type { Field } from '../model/field.ts';

type Deadline = Call['deadline'];

/** A requested record, and the grants by which the caller may view it. */
interface Viewed {
  readonly id: number;
  readonly postType: PostType;
  readonly grants: readonly Grant[];
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
  readonly viewed: BatchedReads<Viewed, RecordState<ShownRecord> | undefined>;
  /** The parts of records that connections to them show; may contain more records than requested. */
  readonly linked: BatchedReads<readonly number[], ReadonlyMap<number, LinkedDocument>>;
}

export function recordReads(sources: Sources): RecordReads {
  return {
    viewed: new BatchedReads((wanted, deadline) => readViewed(sources, wanted, deadline)),
    linked: new BatchedReads(async (wanted, deadline) => {
      const found = await findLinked(sources, wanted.flat(), deadline);
      return wanted.map(() => found);
    }),
  };
}

/** Reads the granted records, then their connections and their readers' private values. */
async function readViewed(
  sources: Sources,
  wanted: readonly Viewed[],
  deadline: Deadline,
): Promise<(RecordState<ShownRecord> | undefined)[]> {
  const asked = { filter: conditionOf(wanted), projection: withoutDerived, most: wanted.length };
  const found = await findAtOnce<ShownRecord>(sources.records, asked, deadline);
  const byId = new Map(found.map((record) => [record._id, record]));
  const granted = wanted.map((each) => grantedOf(each, byId.get(each.id)));
  const shown = granted.filter((each) => each !== undefined);
  const states = (await loadStates({ deadline }, sources, shown)).values();
  return granted.map((each) => each && states.next().value);
}

/** Checked again for each request: the query also returns records that only another caller in the batch may view. */
function grantedOf(
  { postType, grants, userId }: Viewed,
  record: ShownRecord | undefined,
): ReadRecord | undefined {
  const mayView = record?.postType === postType.key && isGranted(grants, record);
  return mayView ? { record, postType, userId } : undefined;
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
function conditionOf(wanted: readonly Viewed[]): Record<string, unknown> {
  const groups = Map.groupBy(wanted, ({ postType, grants }) => JSON.stringify([postType.key, grants]));
  const [first, ...others] = [...groups.values()].map((group) => {
    const [{ postType, grants }] = group as [Viewed, ...Viewed[]];
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
