import { isDeepStrictEqual } from 'node:util';
import type { Field } from '../fields/index.ts';
import { standsBeside, storedValue } from '../reading/stored-value.ts';
import type { RecordDocument } from '../store/record-document.ts';
import type { FieldChange } from './parse-request.ts';

/** A field whose stored value became another one. */
export interface ChangedField {
  readonly field: Field;
  readonly before: unknown;
  readonly after: unknown;
}

/** A record's next version, which fields changed on the way to it, and when. */
export interface AppliedChanges {
  readonly record: RecordDocument;
  readonly changed: readonly ChangedField[];
  readonly at: Date;
}

/** Applies parsed changes to a record: pure, so that it can be done again on a newer version. */
export function applyChanges(
  record: RecordDocument,
  changes: readonly FieldChange[],
  at: Date,
): AppliedChanges {
  const changed = changes
    .map(({ field, change }) => {
      const before = storedValue(record, field.key);
      return { field, before, after: field.type.apply(before, change, field) };
    })
    .filter(({ field, before, after }) => field.key !== 'last_modified' && !isDeepStrictEqual(before, after));
  const next = changed.reduce(withValue, record);
  return { record: { ...next, version: record.version + 1, lastModified: at }, changed, at };
}

function withValue(record: RecordDocument, { field, after }: ChangedField): RecordDocument {
  return {
    ...placed(record, field, after),
    sort: sorted(record, field, after),
    sharedWith: shared(record, field, after),
  };
}

function placed(record: RecordDocument, field: Field, after: unknown): RecordDocument {
  if (field.key === 'name') return { ...record, name: after as string };
  if (field.key === 'post_date') return { ...record, createdAt: new Date(Number(after) * 1000) };
  const { [field.key]: _before, ...others } = record.fields;
  return { ...record, fields: after === undefined ? others : { ...others, [field.key]: after } };
}

function sorted(record: RecordDocument, field: Field, after: unknown): RecordDocument['sort'] {
  if (standsBeside(field.key) && field.key !== 'name') return record.sort;
  const { [field.key]: _before, ...others } = record.sort;
  const key = after === undefined ? undefined : field.type.sortKey?.(after, field);
  if (key !== undefined) return { ...others, [field.key]: key };
  // Lists take it for granted that every record has a place by its name.
  return field.key === 'name' ? { ...others, name: '' } : others;
}

/** Whoever a value names gets the record shared. */
function shared(record: RecordDocument, field: Field, after: unknown): readonly number[] {
  const added = after === undefined ? [] : (field.type.sharesWith?.(after) ?? []);
  return [...new Set([...record.sharedWith, ...added])];
}
