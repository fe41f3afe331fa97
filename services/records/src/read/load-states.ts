import type { Call } from '@svc/service-kit';
import { loadConnections } from './load-connections.ts';
import { shownConnections, type Connected } from '../model/connection-item.ts';
import type { Collections } from '../store/collections.ts';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { privateValuesId, type PrivateValues } from '../store/private-values-model.ts';
import type { Snapshot } from '../store/in-snapshot.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { ShownRecord } from '../model/record.ts';
import { storageOf, type RecordState } from '../model/stored-value.ts';

type ReadCall = Pick<Call, 'deadline'> & { readonly snapshot?: Snapshot };
type Deps = Pick<Collections, 'edges' | 'privateValues'>;

/** A record, and the user who reads it. */
export interface ReadRecord<Shown extends ShownRecord = ShownRecord> {
  readonly record: Shown;
  readonly postType: PostType;
  readonly userId: number;
}

/** A record with its connections and the caller's private values. */
export async function loadState<Shown extends ShownRecord>(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Deps,
  postType: PostType,
  record: Shown,
): Promise<RecordState<Shown>> {
  const read = { record, postType, userId: call.actor.userId };
  const privateId = privateIdOf(read);
  const [connected, privateValues] = await Promise.all([
    connectionsOf(call, deps, [read]),
    privateValuesOf(call, deps, privateId === undefined ? [] : [privateId]),
  ]);
  return {
    record,
    connected: connected.get(record._id) ?? {},
    privateValues: privateValues.get(privateId ?? '')?.fields ?? {},
  };
}

/** The caller's private values in records, by record id: one query. */
export async function loadPrivateValues(
  { actor, ...call }: ReadCall & Pick<Call, 'actor'>,
  deps: Pick<Deps, 'privateValues'>,
  recordIds: readonly number[],
  fields: readonly Field[],
): Promise<ReadonlyMap<number, PrivateValues['fields']>> {
  if (actor.userId === 0 || !hasPrivate(fields)) return new Map();
  const ids = recordIds.map((id) => privateValuesId(id, actor.userId));
  const kept = await privateValuesOf(call, deps, ids);
  return new Map([...kept.values()].map(({ recordId, fields: values }) => [recordId, values]));
}

/** The connections of records that are shown alone, by record id. */
export async function connectionsOf(
  call: ReadCall,
  deps: Pick<Deps, 'edges'>,
  wanted: readonly ReadRecord[],
): Promise<ReadonlyMap<number, Connected>> {
  const ofTypes = [...new Set(wanted.map(({ postType }) => postType))].map((postType) => ({
    records: wanted.filter((each) => each.postType === postType).map(({ record }) => record),
    fields: [...postType.fields.values()],
    most: shownConnections.alone,
  }));
  const loaded = await Promise.all(ofTypes.map((each) => loadConnections(call, deps, each)));
  return new Map(loaded.flatMap((each) => [...each]));
}

/** The document id of a reader's private values; undefined if they have none in the record. */
export function privateIdOf({ record, userId }: Pick<ReadRecord, 'record' | 'userId'>): string | undefined {
  return record.privateValueOwners?.includes(userId) ? privateValuesId(record._id, userId) : undefined;
}

/** Private values by their ids: one query. */
export async function privateValuesOf(
  { deadline, snapshot }: ReadCall,
  { privateValues }: Pick<Deps, 'privateValues'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PrivateValues>> {
  if (ids.length === 0) return new Map();
  const kept = await readWithDeadline(deadline, (maxTimeMS) =>
    privateValues
      .find({ _id: { $in: ids } })
      .session(snapshot ?? null)
      .batchSize(ids.length + 1)
      .maxTimeMS(maxTimeMS)
      .lean<PrivateValues[]>(),
  );
  return new Map(kept.map((values) => [values._id, values]));
}

function hasPrivate(fields: Iterable<Field>): boolean {
  for (const field of fields) if (storageOf(field) === 'private') return true;
  return false;
}
