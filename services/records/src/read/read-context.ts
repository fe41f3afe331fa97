import type { ReadNames, ReadContext } from '../model/read-context.ts';
import type { Call } from '@svc/service-kit';
import type { IndexedRecord } from '../name-index/indexed-record.ts';
import type { ReadDeps } from './read-deps.ts';
import { statusFieldOf, type LinkedDocument } from './record-reads.ts';
import type { ListedRecord } from '../model/record.ts';
import type { LinkedRecord, LinkedRecords } from '../model/linked-records.ts';

/** Looks up all names that read shapes and notes need, with one query for each kind. */
export async function readContext(call: NamesCall, deps: ReadDeps, names: ReadNames): Promise<ReadContext> {
  const [people, records, places] = await Promise.all([
    deps.people.names(call, names.people),
    findLinked(call, deps, names.records),
    deps.places.names(call.deadline, names.places),
  ]);
  return { people, records, places, site: deps.site };
}

export interface NamesCall extends Pick<Call, 'ask' | 'deadline'> {
  /** A moment of `performance.now()`: names have every write confirmed before it; by default before the call. */
  readonly asOf?: number;
}

/** The records at the other ends of connections: from the name index, or with one query for all. */
async function findLinked(call: NamesCall, deps: ReadDeps, ids: readonly number[]): Promise<LinkedRecords> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const table = await deps.nameIndex.current(call.asOf);
  // A snapshot may have a connection to a record whose creation is not confirmed yet: the index may lack that record.
  const missing = wanted.filter((id) => !table?.get(id));
  const found = missing.length > 0 ? await deps.reads.linked.of(missing, call.deadline) : undefined;
  const linked = wanted.flatMap((id) => table?.get(id) ?? found?.get(id) ?? []);
  const records = linked.filter(({ postType }) => deps.postTypes.areNamed(postType));
  return new Map(records.map((record) => [record._id, toLinked(record, deps)]));
}

function toLinked(record: LinkedDocument | IndexedRecord, deps: ReadDeps): LinkedRecord {
  const { _id: id, postType, name, createdAt } = record;
  return {
    id,
    postType,
    name,
    ...(deps.postTypes.find(postType)?.labelsItems ? { label: name } : {}),
    createdAt: new Date(createdAt),
    permalink: deps.site.permalink(postType, id),
    status: statusOf(record, deps),
  };
}

/** The option in a record's status field; null if its type has no such field or it is unset. */
export function statusOf(
  { postType, fields }: Pick<ListedRecord, 'postType' | 'fields'>,
  { postTypes }: Pick<ReadDeps, 'postTypes'>,
): LinkedRecord['status'] {
  const field = statusFieldOf(postType, postTypes);
  const key = field && fields?.[field.key];
  if (!field || typeof key !== 'string') return null;
  const { label = key, color } = field.options.get(key) ?? {};
  return { key, label, ...(color === undefined ? {} : { color }) };
}
