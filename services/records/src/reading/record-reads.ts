import type { Model, mongo } from 'mongoose';
import { grantFilter, isGranted, type Grant } from '../access/grant.ts';
import { linkedPaths, type LinkedDocument, type LinkedDocuments } from '../connections/find-linked.ts';
import type { Connected } from '../connections/load-connections.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { PostTypes } from '../post-types/post-types.ts';
import type { EdgeDocument } from '../store/edge-model.ts';
import { GatheredReads } from '../store/gathered-reads.ts';
import type { PrivateValues } from '../store/private-values-model.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument, ShownRecord } from '../store/record-document.ts';
import { connectionsOf, privateIdOf, privateValuesOf, type ReadRecord } from './load-states.ts';
import type { RecordState } from './stored-value.ts';

type Deadline = Parameters<typeof readInTime>[0];

/** A record that somebody asks for, and why he may. */
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

/** A record as it is shown alone, with the records that its connections lead to. */
export interface ViewedState extends RecordState<ShownRecord> {
  readonly linked: LinkedDocuments;
}

/** What single records are read with: many requests at the same time take few queries. */
export interface RecordReads {
  /** Undefined for a record that is missing, of another type or not granted. */
  readonly viewed: GatheredReads<Viewed, ViewedState | undefined>;
  /** What connections show of the records at their other end, of at least these. */
  readonly linked: GatheredReads<readonly number[], LinkedDocuments>;
}

/** The reads of one service. */
export function recordReads(sources: Sources): RecordReads {
  return {
    viewed: new GatheredReads((wanted, deadline) => readViewed(sources, wanted, deadline)),
    linked: new GatheredReads(async (wanted, deadline) => {
      const found = await findLinked(sources, wanted.flat(), deadline);
      return wanted.map(() => found);
    }),
  };
}

/** Two rounds to the database: the records that are granted, then what these name and what their readers keep in them. */
async function readViewed(
  sources: Sources,
  wanted: readonly Viewed[],
  deadline: Deadline,
): Promise<(ViewedState | undefined)[]> {
  const found = await findGranted(sources, wanted, deadline);
  const byId = new Map(found.map((record) => [record._id, record]));
  const granted = wanted.map((each) => grantedOf(each, byId.get(each.id)));
  const shown = granted.filter((each) => each !== undefined);
  const connected = await connectionsOf({ deadline }, sources, shown);
  const privateIds = granted.map((each) => each && privateIdOf(each));
  const [linked, privately] = await Promise.all([
    findLinked(sources, idsOf(connected.values()), deadline),
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
        privately: privately.get(privateIds[index] ?? '')?.fields ?? {},
        linked,
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

function idsOf(connected: Iterable<Connected>): number[] {
  const ids: number[] = [];
  for (const each of connected)
    for (const items of Object.values(each)) for (const { id } of items) ids.push(id);
  return ids;
}

/** Only lists and writes need what else is derived from the fields, and it is as much as they are. */
const withoutDerived = { sort: 0, words: 0, searched: 0, alike: 0 } as const;

function findGranted(
  { records }: Sources,
  wanted: readonly Viewed[],
  deadline: Deadline,
): Promise<ShownRecord[]> {
  return findById<ShownRecord>(records, conditionOf(wanted), {
    ...{ projection: withoutDerived, most: wanted.length, deadline },
  });
}

async function findLinked(
  { records, postTypes }: Sources,
  wanted: readonly number[],
  deadline: Deadline,
): Promise<LinkedDocuments> {
  const ids = [...new Set(wanted)];
  if (ids.length === 0) return new Map();
  const found = await findById<LinkedDocument>(
    records,
    { _id: { $in: ids } },
    { projection: linkedPaths({ postTypes }), most: ids.length, deadline },
  );
  return new Map(found.map((record) => [record._id, record]));
}

/** Past mongoose, which makes objects of its own of every query: these are the queries that there are most of. */
function findById<Found>(
  { collection }: Model<RecordDocument>,
  condition: mongo.Document,
  { projection, most, deadline }: { projection: mongo.Document; most: number; deadline: Deadline },
): Promise<Found[]> {
  return readInTime(deadline, (maxTimeMS) =>
    collection
      .find<Found & mongo.Document>(condition, {
        ...{ projection, maxTimeMS, hint: { _id: 1 }, batchSize: most + 1 },
      })
      .toArray(),
  );
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
  // The ids of all besides: only so the database looks at their index alone.
  return { _id: { $in: wanted.map(({ id }) => id) }, $or: [first, ...others] };
}
