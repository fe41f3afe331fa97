import type { Field } from './field.ts';
import type { ConnectionItem } from './connection-item.ts';
import type { ListedRecord } from './record.ts';

/** A record as one user reads it: with their private values and with the connections that are shown of it. */
export interface RecordState<Record extends ListedRecord = ListedRecord> {
  readonly record: Record;
  /** Field key → stored value of the reader's private fields. */
  readonly privately: Readonly<globalThis.Record<string, unknown>>;
  /** Field key → the first connections of a connection field. */
  readonly connected: Readonly<globalThis.Record<string, readonly ConnectionItem[]>>;
}

/** Where the value of a field is stored. */
export type Keeping = 'beside' | 'record' | 'private' | 'edges';

/** Fields that are properties of the stored record itself and not of its `fields`: how each is read. */
const besideFields = new Map<string, (record: ListedRecord) => unknown>([
  ['name', (record) => record.name],
  ['post_date', (record) => seconds(record.createdAt)],
  ['last_modified', (record) => seconds(record.lastModified)],
]);

/** Where the value of a field is stored: in the record, in its reader's private values, or as edges. */
export function keepingOf(field: Field): Keeping {
  if (standsBeside(field.key)) return 'beside';
  if (field.type.keptIn === 'edges') return 'edges';
  return field.definition.private || field.type.keptIn === 'always private' ? 'private' : 'record';
}

/** A field's stored value, wherever it is stored; undefined while unset. */
export function storedValue(state: RecordState, field: Field): unknown {
  return storedIn(state, field.key, keepingOf(field));
}

/** The same for a field whose storage is known. */
export function storedIn(
  { record, privately, connected }: RecordState,
  key: string,
  keeping: Keeping,
): unknown {
  switch (keeping) {
    case 'beside':
      return besideFields.get(key)?.(record);
    case 'edges':
      return connected[key];
    case 'private':
      return privately[key];
    case 'record':
      return record.fields[key];
  }
}

/** Whether a field is a property of the stored record itself and not of its `fields`; it is never unset. */
export function standsBeside(key: string): boolean {
  return besideFields.has(key);
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
