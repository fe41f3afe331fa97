import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { Field } from '../fields/field-type.ts';
import type { ReadNames } from '../reading/read-context.ts';
import type { ListedRecord, RecordDocument } from '../store/record-document.ts';
import type { LinkedRecord, LinkedRecords } from './linked-records.ts';

/** As much of a record as connections to it show, as small as it can be kept. */
export interface LinkedDocument {
  readonly id: number;
  readonly postType: string;
  readonly name: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** What its status field holds. */
  readonly status: string | undefined;
}

/** Such records by their ids; one that is gone is not among them. */
export type LinkedDocuments = ReadonlyMap<number, LinkedDocument>;

/** The paths of `linkedPaths`. */
export type StoredLinked = Pick<RecordDocument, '_id' | 'postType' | 'name' | 'createdAt' | 'fields'>;

/** Who reads names. */
export interface NamesCall extends Pick<Call, 'deadline'> {
  /** Whether all changes are noted that were confirmed before he was asked; then what is known need not be read. */
  readonly isUpToDate?: boolean | undefined;
}

/** The records at the other end of connections, as connections show them: one query for all, unless they have been read. */
export async function findLinked(
  { deadline, isUpToDate = false }: NamesCall,
  deps: Pick<RecordsDeps, 'reads' | 'postTypes' | 'site'>,
  { records, linked }: Pick<ReadNames, 'records' | 'linked'>,
): Promise<LinkedRecords> {
  const wanted = [...new Set(records)];
  if (wanted.length === 0) return new Map();
  const source = isUpToDate ? deps.reads.knownLinked : deps.reads.linked;
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

/** As much of a stored record as connections to it show. */
export function linkedDocument(
  { _id, postType, name, createdAt, fields }: StoredLinked,
  { postTypes }: Pick<RecordsDeps, 'postTypes'>,
): LinkedDocument {
  const value = fields?.[statusFieldOf(postType, postTypes)?.key ?? ''];
  const status = typeof value === 'string' ? value : undefined;
  return { id: _id, postType, name, createdAt: createdAt.getTime(), status };
}

function toLinked(
  { id, postType, name, createdAt, status }: LinkedDocument,
  deps: Pick<RecordsDeps, 'postTypes' | 'site'>,
): LinkedRecord {
  return {
    id,
    postType,
    name,
    createdAt: new Date(createdAt),
    permalink: deps.site.permalink(postType, id),
    status: statusShape(postType, status, deps),
  };
}

/** The option that a record's status field holds; null when its type has no such field or it is unset. */
export function statusOf(
  { postType, fields }: Pick<ListedRecord, 'postType' | 'fields'>,
  deps: Pick<RecordsDeps, 'postTypes'>,
): LinkedRecord['status'] {
  return statusShape(postType, fields?.[statusFieldOf(postType, deps.postTypes)?.key ?? ''], deps);
}

function statusShape(
  postType: string,
  key: unknown,
  { postTypes }: Pick<RecordsDeps, 'postTypes'>,
): LinkedRecord['status'] {
  const field = statusFieldOf(postType, postTypes);
  if (!field || typeof key !== 'string') return null;
  const { label = key, color } = field.options.get(key) ?? {};
  return { key, label, ...(color === undefined ? {} : { color }) };
}

function statusFieldOf(postType: string, postTypes: RecordsDeps['postTypes']): Field | undefined {
  const { fields, statusField } = postTypes.find(postType) ?? {};
  return fields?.get(statusField?.status_key ?? '');
}
