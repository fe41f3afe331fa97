import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { ReadNames } from '../reading/read-context.ts';
import type { ListedRecord, RecordDocument } from '../store/record-document.ts';
import type { LinkedRecord, LinkedRecords } from './linked-records.ts';

/** As much of a record as connections to it show. */
export type LinkedDocument = Pick<RecordDocument, '_id' | 'postType' | 'name' | 'createdAt' | 'fields'>;

/** Such records by their ids; one that is gone is not among them. */
export type LinkedDocuments = ReadonlyMap<number, LinkedDocument>;

/** Who reads names. */
export interface NamesCall extends Pick<Call, 'deadline'> {
  /** Whether all changes are noted that were confirmed before he was asked; then what is known need not be read. */
  readonly isUpToDate?: boolean | undefined;
}

/** The records at the other end of connections, as connections show them: one query for all, unless they have been read. */
export async function findLinked(
  { deadline, isUpToDate = false }: NamesCall,
  deps: Pick<RecordsDeps, 'reads' | 'knownLinked' | 'postTypes' | 'site'>,
  { records, linked }: Pick<ReadNames, 'records' | 'linked'>,
): Promise<LinkedRecords> {
  const wanted = [...new Set(records)];
  if (wanted.length === 0) return new Map();
  const source = isUpToDate ? deps.knownLinked : deps.reads.linked;
  const found = linked ?? (await source.of(wanted, deadline));
  return new Map(
    wanted.flatMap((id) => {
      const record = found.get(id);
      return record ? [[id, toLinked(record, deps)] as const] : [];
    }),
  );
}

/** The paths of a record that connections to it show. */
export function linkedPaths({ postTypes }: Pick<RecordsDeps, 'postTypes'>): Record<string, 1> {
  const statusKeys = postTypes.all().flatMap(({ statusField }) => statusField?.status_key ?? []);
  const statuses = Object.fromEntries(statusKeys.map((key) => [`fields.${key}`, 1 as const]));
  return { postType: 1, name: 1, createdAt: 1, ...statuses };
}

function toLinked(record: LinkedDocument, deps: Pick<RecordsDeps, 'postTypes' | 'site'>): LinkedRecord {
  return {
    id: record._id,
    postType: record.postType,
    name: record.name,
    createdAt: record.createdAt,
    permalink: deps.site.permalink(record.postType, record._id),
    status: statusOf(record, deps),
  };
}

/** The option that a record's status field holds; null when its type has no such field or it is unset. */
export function statusOf(
  record: Pick<ListedRecord, 'postType' | 'fields'>,
  { postTypes }: Pick<RecordsDeps, 'postTypes'>,
): LinkedRecord['status'] {
  const postType = postTypes.find(record.postType);
  const field = postType?.fields.get(postType.statusField?.status_key ?? '');
  const key = field && record.fields?.[field.key];
  if (!field || typeof key !== 'string') return null;
  const { label = key, color } = field.options.get(key) ?? {};
  return { key, label, ...(color === undefined ? {} : { color }) };
}
