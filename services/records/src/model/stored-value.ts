import type { Field } from './field.ts';
import type { ConnectionItem } from './connection-item.ts';
import type { ListedRecord } from './record.ts';

/** A record as one user reads it: with their private values and the connections that are shown. */
export interface RecordState<Record extends ListedRecord = ListedRecord> {
  readonly record: Record;
  /** Field key → stored value of the reader's private fields. */
  readonly privateValues: Readonly<globalThis.Record<string, unknown>>;
  /** Field key → the first connections of a connection field. */
  readonly connected: Readonly<globalThis.Record<string, readonly ConnectionItem[]>>;
}

export type FieldStorage = 'top-level' | 'record' | 'private' | 'edges';

/** Fields that are top-level properties of the stored record and not in its `fields`: how each is read. */
const topLevelFields = new Map<string, (record: ListedRecord) => unknown>([
  ['name', (record) => record.name],
  ['post_date', (record) => seconds(record.createdAt)],
  ['last_modified', (record) => seconds(record.lastModified)],
]);

/** Where the value of a field is stored: in the record, in its reader's private values, or as edges. */
export function storageOf(field: Field): FieldStorage {
  if (isTopLevel(field.key)) return 'top-level';
  if (field.type.storage === 'edges') return 'edges';
  return field.definition.private || field.type.storage === 'always private' ? 'private' : 'record';
}

/** A field's stored value, wherever it is stored; undefined while unset. */
export function storedValue(state: RecordState, field: Field): unknown {
  return storedIn(state, field.key, storageOf(field));
}

/** The same for a field whose storage is known. */
export function storedIn(
  { record, privateValues, connected }: RecordState,
  key: string,
  storage: FieldStorage,
): unknown {
  switch (storage) {
    case 'top-level':
      return topLevelFields.get(key)?.(record);
    case 'edges':
      return connected[key];
    case 'private':
      return privateValues[key];
    case 'record':
      return record.fields[key];
  }
}

/** Whether a field is a top-level property of the stored record; such a field is never unset. */
export function isTopLevel(key: string): boolean {
  return topLevelFields.has(key);
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
