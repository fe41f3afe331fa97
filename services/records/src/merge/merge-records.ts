import type { Call, Write } from '@svc/service-kit';
import { edgeWrites } from '../connections/edge-writes.ts';
import { mergeShown, recordsTouched } from '../write/revise-records.ts';
import { connectionField, refuseGone } from '../connections/reconnect.ts';
import type { DuplicateDeps } from '../duplicates/duplicate-deps.ts';
import type { PostType } from '../model/post-type.ts';
import { keepPrivateValues } from '../revision/record-writes.ts';
import { nextVersion, withPrivateValueOwner, type Revision } from '../revision/revision.ts';
import { moveFiles } from '../files/file-writes.ts';
import { archiveDuplicate } from './archive-duplicate.ts';
import { mergeIntoPrimary } from './merge-into-primary.ts';
import { handedOverFiles } from './handed-over-files.ts';
import { loadAllConnections, type OwnConnection } from './load-all-connections.ts';
import { loadHeldConnections } from './load-held-connections.ts';
import type { Merge, MergedRevision, MergedStates } from './merge.ts';
import { reviseOthers } from './revise-others.ts';
import { unitedEnds } from './united-ends.ts';
import type { Collections } from '../store/collections.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';

/** The writes of a merge, computed from the versions that were read. */
export interface MergedRecords {
  /** The primary record, the duplicate, then the records at the other ends of connections. */
  readonly revisions: readonly Revision[];
  readonly writes: readonly Write[];
  /** Both records as the caller reads them after the merge. */
  readonly states: MergedStates;
  readonly at: Date;
}

/**
 * Computes the next versions of both records and of every record that the duplicate was connected with. Only reads.
 * @throws ServiceError for what only the stored values can refuse.
 */
export async function mergeRecords(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: DuplicateDeps,
  merge: Merge,
  states: MergedStates,
): Promise<MergedRecords> {
  const at = new Date();
  const primary = states.primary.record;
  const archiving = states.archiving.record;
  const all = await loadAllConnections(call, deps, archiving);
  const held = await loadHeldConnections(call, deps, primary, { moved: all, values: merge.values });
  const others = await loadOthers(call, deps, merge, { states, connections: [...all, ...held] });
  // A record that no longer exists is being disconnected by its deletion: there is nothing to move.
  const moved = all.filter(({ item }) => item.id === primary._id || others.has(item.id));
  const united = unitedEnds({ primaryId: primary._id, archivingId: archiving._id, moved, held });
  const goingOn = ofKeeper(call, withCommentsAt(undefined, mergeIntoPrimary(merge, states, { united, at })));
  refuseGone(goingOn.ends, others, { postType: merge.postType, code: 'update_post' });
  const commentsAt = merge.movesComments ? primary._id : undefined;
  const givenUp = ofKeeper(
    call,
    withCommentsAt(commentsAt, archiveDuplicate(merge, states, { connections: all, at })),
  );
  const merged = [withRows(goingOn, primary.listedRowCount + archiving.listedRowCount), withRows(givenUp, 0)];
  return {
    revisions: [
      ...merged.map(({ revision }) => revision),
      ...reviseOthers(deps, merge, { others: others.values(), merged, at }),
    ],
    writes: [
      ...merged.flatMap((each) => writesOf(call, deps, each)),
      historyMove(deps, states),
      filesMove(deps, merge, states),
    ],
    states: {
      primary: stateOf(states.primary, goingOn, merge.postType),
      archiving: stateOf(states.archiving, givenUp, merge.postType),
    },
    at,
  };
}

function withCommentsAt(recordId: number | undefined, merged: MergedRevision): MergedRevision {
  const { revision } = merged;
  const { commentsWith } = revision.record;
  if (commentsWith === recordId) return merged;
  return { ...merged, revision: { ...revision, record: { ...revision.record, commentsWith: recordId } } };
}

/** Private values that a merge writes belong to the caller. */
function ofKeeper({ actor }: Pick<Call, 'actor'>, merged: MergedRevision): MergedRevision {
  if (!merged.privateValues) return merged;
  return { ...merged, revision: withPrivateValueOwner(merged.revision, actor.userId) };
}

/** Sets the number of history rows before the merge adds its own. */
function withRows(merged: MergedRevision, listedRowCount: number): MergedRevision {
  const { revision } = merged;
  return { ...merged, revision: { ...revision, record: { ...revision.record, listedRowCount } } };
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
  return {
    model: {
      name: 'updateMany',
      namespace: deps.store.namespace(deps.activity),
      filter: { recordId: archiving.record._id },
      // A change of another record cannot be reverted in this one.
      update: { $set: { recordId: primary.record._id }, $unset: { undo: '' } },
    },
  };
}

/** Moves files to the primary record: those of fields that it takes over, and those of comments if the comments move. */
function filesMove(deps: DuplicateDeps, merge: Merge, states: MergedStates): Write {
  const { keys } = handedOverFiles(merge, states, nextVersion(states.archiving.record, new Date()));
  return moveFiles(deps, {
    keys,
    withComments: merge.movesComments,
    from: states.archiving.record._id,
    to: states.primary.record._id,
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

/** The existing records, apart from the two, that a merge may touch; by id. */
async function loadOthers(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'records'>,
  merge: Merge,
  { states, connections }: { states: MergedStates; connections: readonly OwnConnection[] },
): Promise<ReadonlyMap<number, RecordDocument>> {
  const both = [states.primary.record._id, states.archiving.record._id];
  const ids = new Set([
    ...connections.map(({ item }) => item.id),
    ...recordsTouched(merge.values, merge.shares),
  ]);
  const wanted = [...ids].filter((id) => !both.includes(id));
  if (wanted.length === 0) return new Map();
  const records = await readWithDeadline(call.deadline, (maxTimeMS) =>
    deps.records
      .find({ _id: { $in: wanted } })
      .sort({ _id: 1 })
      .maxTimeMS(maxTimeMS)
      .lean(),
  );
  return new Map(records.map((record) => [record._id, record]));
}
