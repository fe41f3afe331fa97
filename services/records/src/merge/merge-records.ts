import type { Call } from '@svc/service-kit';
import type { Write } from '@svc/service-kit/store';
import { edgeWrites } from '../connections/edge-writes.ts';
import { connectionField, otherEnds, reconnect, refuseGone } from '../connections/reconnect.ts';
import type { DuplicateDeps } from '../duplicates/duplicate-deps.ts';
import { moveFiles } from '../files/file-writes.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import { sharedInHistory } from '../revision/record-shares.ts';
import { keepPrivateValues, writeTo } from '../revision/record-writes.ts';
import { nextVersion, withPrivateValueOwner, type Revision } from '../revision/revision.ts';
import { loadRecords, mergeShown, recordsTouched } from '../write/revise-records.ts';
import { archiveDuplicate } from './archive-duplicate.ts';
import { loadAllConnections, loadHeldConnections, type MergedStates } from './load-for-merge.ts';
import { mergeIntoPrimary, type MergedRevision } from './merge-into-primary.ts';
import type { Merge } from './parse-merge.ts';
import { inOne, unitedEnds } from './united-ends.ts';

export type MergedRecords = Awaited<ReturnType<typeof mergeRecords>>;

/**
 * Computes the next versions of both records and of every record that the duplicate was connected with, in this order, the writes that belong
 * to them, and the states of both as the caller reads them after the merge. Only reads.
 * @throws ServiceError for what only the stored values can refuse.
 */
export async function mergeRecords(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: DuplicateDeps,
  merge: Merge,
  states: MergedStates,
) {
  const at = new Date();
  const primary = states.primary.record;
  const archiving = states.archiving.record;
  const all = await loadAllConnections(call, deps, archiving);
  const held = await loadHeldConnections(call, deps, primary, { moved: all, values: merge.values });
  const touched = [
    ...[...all, ...held].map(({ item }) => item.id),
    ...recordsTouched(merge.values, merge.shares),
  ].filter((id) => id !== primary._id && id !== archiving._id);
  const others = await loadRecords(call, deps, touched);
  // A record that no longer exists is being disconnected by its deletion: there is nothing to move.
  const moved = all.filter(({ item }) => item.id === primary._id || others.has(item.id));
  const united = unitedEnds({ primaryId: primary._id, archivingId: archiving._id, moved, held });
  const goingOn = withCounts(call, mergeIntoPrimary(merge, states, { united, at }), {
    commentsWith: undefined,
    listedRowCount: primary.listedRowCount + archiving.listedRowCount,
  });
  refuseGone(goingOn.ends, others, { postType: merge.postType, code: 'update_post' });
  const archived = archiveDuplicate(merge, states, { connections: all, at });
  const givenUp = withCounts(call, archived, {
    commentsWith: merge.movesComments ? primary._id : undefined,
    listedRowCount: 0,
  });
  const merged = [goingOn, givenUp];
  return {
    revisions: [
      ...merged.map(({ revision }) => revision),
      ...reviseOthers(deps, merge, { others: others.values(), merged, at }),
    ],
    writes: [
      ...merged.flatMap((each) => writesOf(call, deps, each)),
      historyMove(deps, states),
      moveFiles(deps, {
        keys: archived.movedFiles,
        withComments: merge.movesComments,
        from: archiving._id,
        to: primary._id,
      }),
    ],
    states: {
      primary: stateOf(states.primary, goingOn, merge.postType),
      archiving: stateOf(states.archiving, givenUp, merge.postType),
    },
    at,
  };
}

/** Sets where the comments of a record are and its number of history rows before the merge. Private values belong to the caller. */
function withCounts(
  { actor }: Pick<Call, 'actor'>,
  merged: MergedRevision,
  counts: { commentsWith: number | undefined; listedRowCount: number },
): MergedRevision {
  const revision = { ...merged.revision, record: { ...merged.revision.record, ...counts } };
  return {
    ...merged,
    revision: merged.privateValues ? withPrivateValueOwner(revision, actor.userId) : revision,
  };
}

function writesOf(
  { actor }: Pick<Call, 'actor'>,
  deps: DuplicateDeps,
  { revision, ends, privateValues }: MergedRevision,
): Write[] {
  const { record, at } = revision;
  return [
    ...edgeWrites(deps, record._id, ends, at),
    ...(privateValues ? [keepPrivateValues(deps, record, actor.userId, privateValues)] : []),
  ];
}

/** Moves the history of the duplicate to the primary record; each row keeps its time and author. */
function historyMove(deps: DuplicateDeps, { primary, archiving }: MergedStates): Write {
  return writeTo(deps, deps.activity, {
    name: 'updateMany',
    filter: { recordId: archiving.record._id },
    // A change of another record cannot be reverted in this one.
    update: { $set: { recordId: primary.record._id }, $unset: { undo: '' } },
  });
}

function stateOf(
  before: MergedStates['primary'],
  { revision, ends, privateValues }: MergedRevision,
  postType: PostType,
): MergedStates['primary'] {
  const changed = ends.flatMap((change) => {
    const field = connectionField(postType, change.end);
    return field ? { field, before: change.before, after: change.after } : [];
  });
  return {
    record: revision.record,
    privateValues: privateValues ?? before.privateValues,
    connected: mergeShown(before.connected, changed),
  };
}

/** The next versions of the records at the other ends of moved connections, and of records that the merge shares. */
function reviseOthers(
  { postTypes }: Pick<ReadDeps, 'postTypes'>,
  { shares }: Pick<Merge, 'shares'>,
  work: { others: Iterable<RecordDocument>; merged: readonly MergedRevision[]; at: Date },
): Revision[] {
  const { others, merged, at } = work;
  const changes = merged.map(({ revision, ends }) => otherEnds(revision.record._id, ends));
  return [...others].flatMap((record) => {
    const postType = postTypes.withAllModules(record.postType);
    const ends = inOne(changes.flatMap((ofRecord) => ofRecord.get(record._id) ?? []));
    const start = nextVersion(record, at);
    const touched = ends.reduce((revision, end) => reconnect(revision, end, postType), start);
    const revision = sharedInHistory(touched, shares.get(record._id) ?? []);
    return ends.length > 0 || revision !== touched ? [revision] : [];
  });
}
