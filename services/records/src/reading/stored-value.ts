import type { ListedRecord } from '../store/record-document.ts';

/** Fields that stand beside the others in a stored record: how each is read from it. */
const besideFields = new Map<string, (record: ListedRecord) => unknown>([
  ['name', (record) => record.name],
  ['post_date', (record) => seconds(record.createdAt)],
  ['last_modified', (record) => seconds(record.lastModified)],
]);

/** A field's stored value, wherever in the record it stands; undefined while unset. */
export function storedValue(record: ListedRecord, key: string): unknown {
  const beside = besideFields.get(key);
  return beside ? beside(record) : record.fields[key];
}

/** Whether a field stands beside the others: the record itself keeps it, not its `fields`, and it is never unset. */
export function standsBeside(key: string): boolean {
  return besideFields.has(key);
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
