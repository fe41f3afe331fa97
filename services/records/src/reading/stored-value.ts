import type { RecordDocument } from '../store/record-document.ts';

/** Fields that stand beside the others in a stored record: how each is read from it. */
const besideFields: Readonly<Record<string, (record: RecordDocument) => unknown>> = {
  name: (record) => record.name,
  post_date: (record) => seconds(record.createdAt),
  last_modified: (record) => seconds(record.lastModified),
};

/** A field's stored value, wherever in the record it stands; undefined while unset. */
export function storedValue(record: RecordDocument, key: string): unknown {
  const beside = besideFields[key];
  return beside ? beside(record) : record.fields[key];
}

/** Whether a field stands beside the others: the record itself keeps it, not its `fields`. */
export function standsBeside(key: string): boolean {
  return Object.hasOwn(besideFields, key);
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
