import type { Grant } from '@svc/contracts';
import type { Model } from 'mongoose';
import type { Call } from '@svc/service-kit';
import { grantFilter, isGranted } from '../access/grant.ts';
import type { LinkedDocuments, LinkedDocument } from '../model/read-context.ts';
import type { PostType } from '../model/post-type.ts';
import type { PostTypes } from '../post-types/post-types.ts';
import type { EdgeDocument } from '../model/edge.ts';
import { findAtOnce } from '../store/find-at-once.ts';
import { BatchedReads } from '../store/batched-reads.ts';
import type { PrivateValues } from '../store/private-values-model.ts';
import type { RecordDocument, ShownRecord } from '../model/record.ts';
import { connectionsOf, privateIdOf, privateValuesOf, type ReadRecord } from './load-states.ts';
import type { RecordState } from '../model/stored-value.ts';
import type { Field } from '../model/field.ts';

type Deadline = Call['deadline'];

/** A record that somebody asks for, and why they may. */
export interface Viewed {
  readonly id: number;
  readonly postType: PostType;
  readonly grants: readonly Grant[];
  readonly userId: number;
}

interface Sources {
  readonly records: Model<RecordDocument>;
  readonly edges: Model<EdgeDocument>;
  readonly privateValues: Model<PrivateValues>;
  readonly postTypes: PostTypes;
}

/** What single records are read with: many requests at the same time take few queries. */
export interface RecordReads {
  /** Undefined for a record that is missing, of another type or not granted. */
  readonly viewed: BatchedReads<Viewed, RecordState<ShownRecord> | undefined>;
  /** What connections show of the records at their other end, of at least these. */
  readonly linked: BatchedReads<readonly number[], LinkedDocuments>;
}

/** The reads of one service. */
export function recordReads(sources: Sources): RecordReads {
  return {
    viewed: new BatchedReads((wanted, deadline) => readViewed(sources, wanted, deadline)),
    linked: new BatchedReads(async (wanted, deadline) => {
      const found = await findLinked(sources, wanted.flat(), deadline);
      return wanted.map(() => found);
    }),
  };
}

/** The records that are granted, then their connections and what their readers keep in them. */
async function readViewed(
  sources: Sources,
  wanted: readonly Viewed[],
  deadline: Deadline,
): Promise<(RecordState<ShownRecord> | undefined)[]> {
  const asked = { filter: conditionOf(wanted), projection: withoutDerived, most: wanted.length };
  const found = await findAtOnce<ShownRecord>(sources.records, asked, deadline);
  const byId = new Map(found.map((record) => [record._id, record]));
  const granted = wanted.map((each) => grantedOf(each, byId.get(each.id)));
  const privateIds = granted.map((each) => each && privateIdOf(each));
  const [connected, privateValues] = await Promise.all([
    connectionsOf(
      { deadline },
      sources,
      granted.filter((each) => each !== undefined),
    ),
    privateValuesOf(
      { deadline },
      sources,
      privateIds.filter((id) => id !== undefined),
    ),
  ]);
  return granted.map(
    (each, index) =>
      each && {
        record: each.record,
        connected: connected.get(each.record._id) ?? {},
        privateValues: privateValues.get(privateIds[index] ?? '')?.fields ?? {},
      },
  );
}

/** Another one may have asked for the same record, and may see it. */
function grantedOf(
  { postType, grants, userId }: Viewed,
  record: ShownRecord | undefined,
): ReadRecord | undefined {
  const isHis = record?.postType === postType.key && isGranted(grants, record);
  return isHis ? { record, postType, userId } : undefined;
}

/** Only lists and writes need what else is derived from the fields, and it is as much as they are. */
const withoutDerived = { sort: 0, filterTerms: 0, searchText: 0, duplicateKeys: 0 } as const;

async function findLinked(
  sources: Sources,
  wanted: readonly number[],
  deadline: Deadline,
): Promise<LinkedDocuments> {
  const ids = [...new Set(wanted)];
  if (ids.length === 0) return new Map();
  const asked = { filter: { _id: { $in: ids } }, projection: linkedPaths(sources), most: ids.length };
  const found = await findAtOnce<StoredLinked>(sources.records, asked, deadline);
  return new Map(found.map((record) => [record._id, linkedDocument(record, sources)]));
}

/** Who may read what is part of the query: one condition for all who may for the same reasons. */
function conditionOf(wanted: readonly Viewed[]): Record<string, unknown> {
  const groups = new Map<string, { ids: number[]; condition: Record<string, unknown> }>();
  for (const { id, postType, grants } of wanted) {
    const reasons = JSON.stringify([postType.key, grants]);
    const group = groups.get(reasons) ?? {
      ids: [],
      condition: { postType: postType.key, ...grantFilter(grants) },
    };
    groups.set(reasons, group);
    group.ids.push(id);
  }
  const [first, ...others] = [...groups.values()].map(({ ids, condition }) => ({
    _id: { $in: ids },
    ...condition,
  }));
  if (first && others.length === 0) return first;
  // The ids of all as well: only then the database looks at their index alone.
  return { _id: { $in: wanted.map(({ id }) => id) }, $or: [first, ...others] };
}

/** The paths of `linkedPaths`. */
export type StoredLinked = Pick<RecordDocument, '_id' | 'postType' | 'name' | 'createdAt' | 'fields'>;

/** The paths of a record that connections to it show. */
function linkedPaths({ postTypes }: { readonly postTypes: PostTypes }): Record<string, 1> {
  const statusKeys = postTypes.all().flatMap(({ statusField }) => statusField?.status_key ?? []);
  const statuses = Object.fromEntries(statusKeys.map((key) => [`fields.${key}`, 1 as const]));
  return { postType: 1, name: 1, createdAt: 1, ...statuses };
}

/** As much of a stored record as connections to it show. */
function linkedDocument(
  { _id, postType, name, createdAt, fields }: StoredLinked,
  { postTypes }: { readonly postTypes: PostTypes },
): LinkedDocument {
  const value = fields?.[statusFieldOf(postType, postTypes)?.key ?? ''];
  const status = typeof value === 'string' ? value : undefined;
  return { id: _id, postType, name, createdAt: createdAt.getTime(), status };
}

/** The field that holds a record's status, if its type has one. */
export function statusFieldOf(postType: string, postTypes: PostTypes): Field | undefined {
  const { fields, statusField } = postTypes.find(postType) ?? {};
  return fields?.get(statusField?.status_key ?? '');
}
