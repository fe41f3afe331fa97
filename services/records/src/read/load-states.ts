import { loadConnections } from './load-connections.ts';
import { shownConnections, type Connected } from '../model/connection-item.ts';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { privateValuesId, type PrivateValues } from '../store/private-values-model.ts';
import { readLean, type ReadCall } from '../store/read-with-deadline.ts';
import type { ShownRecord } from '../model/record.ts';
import { storageOf, type RecordState } from '../model/stored-value.ts';

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
  const [state] = await loadStates(call, deps, [{ record, postType, userId: call.actor.userId }]);
  return state as RecordState<Shown>;
}

/** Records with their connections and their readers' private values, in the same order. */
export async function loadStates<Shown extends ShownRecord>(
  call: ReadCall,
  deps: Deps,
  wanted: readonly ReadRecord<Shown>[],
): Promise<RecordState<Shown>[]> {
  const privateIds = wanted.map(({ record, userId }) =>
    record.privateValueOwners?.includes(userId) ? privateValuesId(record._id, userId) : '',
  );
  const [connected, privateValues] = await Promise.all([
    connectionsOf(call, deps, wanted),
    privateValuesOf(
      call,
      deps,
      privateIds.filter((id) => id !== ''),
    ),
  ]);
  return wanted.map(({ record }, index) => ({
    record,
    connected: connected.get(record._id) ?? {},
    privateValues: privateValues.get(privateIds[index] ?? '')?.fields ?? {},
  }));
}

export function hasPrivate(fields: readonly Field[]): boolean {
  return fields.some((field) => storageOf(field) === 'private');
}

/** One user's private values, by record id. */
export type PrivateValuesByRecord = ReadonlyMap<number, PrivateValues['fields']>;

/** The caller's private values in records: one query. */
export async function loadPrivateValues(
  call: ReadCall & Pick<Call, 'actor'>,
  deps: Pick<Deps, 'privateValues'>,
  recordIds: readonly number[],
  fields: readonly Field[],
): Promise<PrivateValuesByRecord> {
  const { userId } = call.actor;
  if (userId === 0 || recordIds.length === 0 || !hasPrivate(fields)) return new Map();
  const ids = recordIds.map((id) => privateValuesId(id, userId));
  const kept = await privateValuesOf(call, deps, ids);
  return new Map([...kept.values()].map(({ recordId, fields: values }) => [recordId, values]));
}

/** The connections of records that are shown alone, by record id. */
async function connectionsOf(
  call: ReadCall,
  deps: Pick<Deps, 'edges'>,
  wanted: readonly ReadRecord[],
): Promise<ReadonlyMap<number, Connected>> {
  const loaded = await Promise.all(
    [...Map.groupBy(wanted, ({ postType }) => postType)].map(([postType, ofType]) =>
      loadConnections(call, deps, {
        records: ofType.map(({ record }) => record),
        fields: [...postType.fields.values()],
        most: shownConnections.alone,
      }),
    ),
  );
  return new Map(loaded.flatMap((each) => [...each]));
}

/** Private values by their ids: one query. */
async function privateValuesOf(
  call: ReadCall,
  { privateValues }: Pick<Deps, 'privateValues'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PrivateValues>> {
  if (ids.length === 0) return new Map();
  const query = privateValues.find({ _id: { $in: ids } }, null, { batchSize: ids.length + 1 });
  const kept = await readLean<PrivateValues[]>(call, query);
  return new Map(kept.map((values) => [values._id, values]));
}
