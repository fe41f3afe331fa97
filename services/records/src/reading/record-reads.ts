import type { Model } from 'mongoose';
import { grantFilter, isGranted, type Grant } from '../access/grant.ts';
import { linkedPaths, type LinkedDocument } from '../connections/find-linked.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { PostTypes } from '../post-types/post-types.ts';
import type { EdgeDocument } from '../store/edge-model.ts';
import { GatheredReads } from '../store/gathered-reads.ts';
import type { PrivateValues } from '../store/private-values-model.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument, ShownRecord } from '../store/record-document.ts';
import { loadStates } from './load-states.ts';
import type { RecordState } from './stored-value.ts';

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

/** What single records are read with: many requests at the same time take few queries. */
export interface RecordReads {
  /** Undefined for a record that is missing, of another type or not granted. */
  readonly viewed: GatheredReads<Viewed, RecordState<ShownRecord> | undefined>;
  /** What connections show of the records at their other end, of at least these. */
  readonly linked: GatheredReads<readonly number[], ReadonlyMap<number, LinkedDocument>>;
}

/** The reads of one service. */
export function recordReads(sources: Sources): RecordReads {
  return { viewed: viewedReads(sources), linked: linkedReads(sources) };
}

function viewedReads(sources: Sources): RecordReads['viewed'] {
  return new GatheredReads(async (wanted, deadline) => {
    const byId = new Map(
      (await findGranted(sources, wanted, deadline)).map((record) => [record._id, record]),
    );
    const asked = wanted.flatMap((each) => {
      const { id, postType, grants, userId } = each;
      const record = byId.get(id);
      // Another one may have asked for the same record, and may see it.
      const isHis = record?.postType === postType.key && isGranted(grants, record);
      return isHis ? [{ each, of: { record, postType, userId } }] : [];
    });
    const states = await loadStates(
      { deadline },
      sources,
      asked.map(({ of }) => of),
    );
    const found = new Map(asked.map(({ each }, index) => [each, states[index]]));
    return wanted.map((each) => found.get(each));
  });
}

/** Only lists and writes need what is derived from the fields, and it is as much as they are. */
const withoutDerived = { sort: 0, links: 0, words: 0, searched: 0, alike: 0 } as const;

function findGranted(
  { records }: Sources,
  wanted: readonly Viewed[],
  deadline: Parameters<typeof readInTime>[0],
): Promise<ShownRecord[]> {
  return readInTime(deadline, (maxTimeMS) =>
    records
      .find(conditionOf(wanted), withoutDerived)
      .hint({ _id: 1 })
      .batchSize(wanted.length + 1)
      .maxTimeMS(maxTimeMS)
      .lean<ShownRecord[]>(),
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

function linkedReads({ records, postTypes }: Sources): RecordReads['linked'] {
  return new GatheredReads(async (wanted, deadline) => {
    const ids = [...new Set(wanted.flat())];
    const found = await readInTime(deadline, (maxTimeMS) =>
      records
        .find({ _id: { $in: ids } }, linkedPaths({ postTypes }))
        .hint({ _id: 1 })
        .batchSize(ids.length + 1)
        .maxTimeMS(maxTimeMS)
        .lean<LinkedDocument[]>(),
    );
    const byId: ReadonlyMap<number, LinkedDocument> = new Map(found.map((record) => [record._id, record]));
    return wanted.map(() => byId);
  });
}
