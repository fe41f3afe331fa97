import type { Model, mongo } from 'mongoose';
import type { Call } from '@svc/service-kit';
import { grantFilter, isGranted, type Grant } from '../access/grant.ts';
import { linkedDocument, linkedPaths, type StoredLinked } from './linked-document.ts';
import type { LinkedDocument, LinkedDocuments } from '../model/read-context.ts';
import { KnownLinked } from './known-linked.ts';
import type { Connected } from '../model/connection-item.ts';
import type { PostType } from '../model/post-type.ts';
import type { PostTypes } from '../post-types/post-types.ts';
import type { EdgeDocument } from '../model/edge.ts';
import { findAtOnce } from '../store/find-at-once.ts';
import { GatheredReads } from '../store/gathered-reads.ts';
import type { PrivateValues } from '../store/private-values-model.ts';
import type { RecordChanges } from '../store/record-changes.ts';
import type { RecordDocument, ShownRecord } from '../model/record.ts';
import { connectionsOf, privateIdOf, privateValuesOf, type ReadRecord } from './load-states.ts';
import type { RecordState } from '../model/stored-value.ts';

type Deadline = Call['deadline'];

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
  readonly recordChanges: RecordChanges;
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
  /** The same of those that were not written since they were read; for who knows that all changes are noted. */
  readonly knownLinked: KnownLinked;
}

/** The reads of one service. */
export function recordReads(sources: Sources): RecordReads {
  const linked = new GatheredReads<readonly number[], LinkedDocuments>(async (wanted, deadline) => {
    const found = await findLinked(sources, wanted.flat(), deadline);
    return wanted.map(() => found);
  });
  const knownLinked = new KnownLinked({
    ...sources,
    linked: {
      of: (ids, deadline) => linked.of(ids, deadline),
      newest: (most) => newestLinked(sources, most),
    },
  });
  return {
    viewed: new GatheredReads((wanted, deadline) => readViewed(sources, knownLinked, wanted, deadline)),
    linked,
    knownLinked,
  };
}

/**
 * The records that are granted, then what their readers keep in them, and what connections show of the records that these name: most of it
 * is known, and has not changed up to the moment of the first read.
 */
async function readViewed(
  sources: Sources,
  knownLinked: KnownLinked,
  wanted: readonly Viewed[],
  deadline: Deadline,
): Promise<(ViewedState | undefined)[]> {
  const asked = { filter: conditionOf(wanted), projection: withoutDerived, most: wanted.length };
  const { found, moment } = await findAtOnce<ShownRecord>(sources.records, asked, deadline);
  const isUpToDate = sources.recordChanges.hasNoted(moment);
  const byId = new Map(found.map((record) => [record._id, record]));
  const granted = wanted.map((each) => grantedOf(each, byId.get(each.id)));
  const shown = granted.filter((each) => each !== undefined);
  const connected = await connectionsOf({ deadline }, sources, shown);
  const privateIds = granted.map((each) => each && privateIdOf(each));
  const linkedIds = idsOf(connected.values());
  const [linked, privately] = await Promise.all([
    isUpToDate ? knownLinked.of(linkedIds, deadline) : findLinked(sources, linkedIds, deadline),
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
  const ids = new Set<number>();
  for (const each of connected)
    for (const items of Object.values(each)) for (const { id } of items) ids.add(id);
  return [...ids];
}

/** Only lists and writes need what else is derived from the fields, and it is as much as they are. */
const withoutDerived = { sort: 0, words: 0, searched: 0, alike: 0 } as const;

async function findLinked(
  sources: Sources,
  wanted: readonly number[],
  deadline: Deadline,
): Promise<LinkedDocuments> {
  const ids = [...new Set(wanted)];
  if (ids.length === 0) return new Map();
  const asked = { filter: { _id: { $in: ids } }, projection: linkedPaths(sources), most: ids.length };
  const { found } = await findAtOnce<StoredLinked>(sources.records, asked, deadline);
  return new Map(found.map((record) => [record._id, linkedDocument(record, sources)]));
}

/** So many at once: a few milliseconds of work. */
const readAtOnce = 500;

/** The newest come last: who keeps the last ones keeps these. */
async function* newestLinked(sources: Sources, most: number): AsyncGenerator<LinkedDocument[]> {
  const { collection } = sources.records;
  const bound = await collection
    .find<StoredLinked & mongo.Document>(
      {},
      { projection: { _id: 1 }, sort: { _id: -1 }, skip: most, limit: 1 },
    )
    .next();
  const newer = collection.find<StoredLinked & mongo.Document>(
    bound ? { _id: { $gt: bound._id as never } } : {},
    {
      projection: linkedPaths(sources),
      sort: { _id: 1 },
      hint: { _id: 1 },
      batchSize: readAtOnce,
    },
  );
  try {
    while (await newer.hasNext())
      yield newer.readBufferedDocuments().map((record) => linkedDocument(record, sources));
  } finally {
    await newer.close();
  }
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
