import { isDeepStrictEqual } from 'node:util';
import type { Call } from '@svc/service-kit';
import type { Write } from '@svc/service-kit/store';
import { edgeWrites } from '../connections/edge-writes.ts';
import { loadNamed } from '../connections/load-named.ts';
import { changeOfEnd, otherEnds, refuseGone, reconnect, type EndChange } from '../connections/reconnect.ts';
import { endOf } from '../model/side.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordState } from '../model/stored-value.ts';
import { sharedInHistory } from '../revision/record-shares.ts';
import { readLean } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';
import { applyChanges, type AppliedChanges } from './apply-changes.ts';
import {
  type FieldChange,
  withPrivateValueOwner,
  nextVersion,
  withValue,
  type Revision,
  type ChangedField,
} from '../revision/revision.ts';
import { refuseTooLarge } from '../revision/refusal.ts';
import type { WritePolicy } from './write-request.ts';
import { keepPrivateValues } from '../revision/record-writes.ts';
import { idOf, type ConnectionChange } from '../fields/connection/connection-write.ts';
import { type ConnectionItem, shownConnections, type Connected } from '../model/connection-item.ts';

/** Users to share records with; 'this' is the written record. */
export type Shares = ReadonlyMap<number | 'this', ReadonlySet<number>>;

export interface RecordWrite {
  readonly postType: PostType;
  readonly changes: readonly FieldChange[];
  readonly shares: Shares;
  readonly policy: WritePolicy;
}

/** The revisions and writes of a write, computed from the versions that were read. */
export interface RevisedRecords {
  /** The written record's revision first, then those of the records at the other ends of its connections. */
  readonly revisions: readonly [Revision, ...Revision[]];
  /** Writes in addition to the revisions: edges and private values. */
  readonly writes: readonly Write[];
  /** The written record as its writer reads it after the write. */
  readonly state: RecordState<RecordDocument>;
}

const nobody: Shares = new Map();

type Deps = Pick<ReadDeps, 'store' | 'records' | 'edges' | 'privateValues' | 'postTypes'>;

type ReviseCall = Pick<Call, 'actor' | 'deadline'>;

/**
 * Computes the record's next version and those of every record that its connections and shares touch. Only reads.
 * @throws ServiceError for what only the stored values can refuse.
 */
export async function reviseRecords(
  call: ReviseCall,
  deps: Deps,
  write: RecordWrite,
  start: { revision: Revision; state: RecordState<RecordDocument> },
): Promise<RevisedRecords> {
  const { code, existing, source } = write.policy;
  const named = await loadNamed(call, deps, start.revision.record, { changes: write.changes, code });
  const { privateValues } = start.state;
  const base = { postType: write.postType, revision: start.revision, privateValues, named };
  const applied = applyChanges(base, write.changes, write.policy);
  const ends = endChanges(applied);
  const connected = ends.reduce(
    (revision, end) => reconnect(revision, end, write.postType),
    applied.revision,
  );
  const own = source === 'history' ? withValuesOf(applied.revision, connected, write.changes) : connected;
  const { sharedWith } = start.revision.record;
  const shared =
    existing === 'completed'
      ? { ...own, record: { ...own.record, sharedWith } }
      : sharedInHistory(own, write.shares.get('this') ?? []);
  const main = applied.privateValues ? withPrivateValueOwner(shared, call.actor.userId) : shared;
  refuseTooLarge(main.record, code);
  refuseTooLarge(applied.privateValues ?? {}, code);
  const others = await reviseOthers(call, deps, { ...write, main, ends });
  const writes = [
    ...edgeWrites(deps, main.record._id, ends, main.at),
    ...(applied.privateValues
      ? [keepPrivateValues(deps, main.record, call.actor.userId, applied.privateValues)]
      : []),
  ];
  const state = {
    record: main.record,
    privateValues: applied.privateValues ?? privateValues,
    connected: mergeShown(start.state.connected, applied.connections),
  };
  return { revisions: [main, ...others], writes, state };
}

/** Sets written fields to their written values again, after connection counts may have changed them. */
function withValuesOf(
  { record: { fields } }: Revision,
  revision: Revision,
  changes: RecordWrite['changes'],
): Revision {
  return changes.reduce((current, { field }) => {
    const before = current.record.fields[field.key];
    const after = fields[field.key];
    return isDeepStrictEqual(before, after) ? current : withValue(current, { field, before, after });
  }, revision);
}

/** Connections that are named but unchanged do not change the record at their other end. */
function endChanges({ connections }: AppliedChanges): EndChange[] {
  return connections.map(({ field, before, after }) =>
    changeOfEnd(endOf(field), (before ?? []) as ConnectionItem[], (after ?? []) as ConnectionItem[]),
  );
}

/** The next versions of the records at the other ends of changed connections, and of other records that are shared. */
async function reviseOthers(
  call: ReviseCall,
  deps: Pick<Deps, 'records' | 'postTypes'>,
  write: RecordWrite & { main: Revision; ends: readonly EndChange[] },
): Promise<Revision[]> {
  const { main, ends } = write;
  const shares = write.policy.existing === 'completed' ? nobody : write.shares;
  const changes = otherEnds(main.record._id, ends);
  const shared = [...shares.keys()].filter((id) => id !== 'this' && id !== main.record._id);
  const ids = [...new Set([...changes.keys(), ...(shared as number[])])];
  const records = await loadRecords(call, deps, ids);
  refuseGone(ends, records, { postType: write.postType, code: write.policy.code });
  return [...records.values()].flatMap((record) => {
    const postType = deps.postTypes.withAllModules(record.postType);
    const ends = changes.get(record._id);
    const start = nextVersion(record, main.at);
    const touched = ends?.reduce((revision, end) => reconnect(revision, end, postType), start) ?? start;
    const revision = sharedInHistory(touched, shares.get(record._id) ?? []);
    // Sharing with users who already have the record is not a change.
    return ends || revision !== touched ? [revision] : [];
  });
}

/** The records that exist, by id and in the order of ids. */
export async function loadRecords(
  { deadline }: Pick<Call, 'deadline'>,
  { records }: Pick<Deps, 'records'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RecordDocument>> {
  if (ids.length === 0) return new Map();
  const found = await readLean({ deadline }, records.find({ _id: { $in: ids } }).sort({ _id: 1 }));
  return new Map(found.map((record) => [record._id, record]));
}

/** Ids of the other records that a write is known to touch: those that it connects or shares. */
export function recordsTouched(changes: readonly FieldChange[], shares: Shares): number[] {
  const connected = changes
    .filter(({ field }) => field.type.storage === 'edges')
    .flatMap(({ change }) => (change as ConnectionChange).entries.map(({ target }) => idOf(target)));
  return [...connected, ...[...shares.keys()].filter((id) => id !== 'this')];
}

/** The shown connections of a record after some of them changed; new ones come last, up to the maximum. */
export function mergeShown(shown: Connected, changed: readonly ChangedField[]): Connected {
  const merged = changed.map(({ field, before, after }) => {
    const was = new Set(((before ?? []) as ConnectionItem[]).map(({ id }) => id));
    const is = new Map(((after ?? []) as ConnectionItem[]).map((item) => [item.id, item]));
    const kept = (shown[field.key] ?? [])
      .filter(({ id }) => !was.has(id) || is.has(id))
      .map((item) => is.get(item.id) ?? item);
    const added = [...is.values()].filter(({ id }) => !was.has(id));
    return [field.key, [...kept, ...added].slice(0, shownConnections.alone)] as const;
  });
  return { ...shown, ...Object.fromEntries(merged) };
}
