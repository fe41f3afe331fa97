import type { Field } from '../../model/field.ts';
import type { RecordDocument } from '../../model/record.ts';
import { oneForm } from './one-form.ts';

/** A value by which a record may be a duplicate of others. */
export interface DuplicateValue {
  readonly field: string;
  /** As stored in the record. */
  readonly value: string;
  /** The entry in `duplicateKeys` of every record with the same value in this field. */
  readonly key: string;
}

/** The values of a field by which its record may be a duplicate; empty for types without duplicate keys. */
export function duplicateValues(field: Field, stored: unknown): DuplicateValue[] {
  const values = stored === undefined ? [] : (field.type.query?.duplicateKeys?.(stored) ?? []);
  return values.flatMap((value) => {
    const key = duplicateKey(field.key, value);
    return key === undefined ? [] : { field: field.key, value, key };
  });
}

/** The key of a value in a field; undefined for an empty one. */
export function duplicateKey(fieldKey: string, value: string): string | undefined {
  const form = oneForm(value);
  return form === '' ? undefined : `${fieldKey}:${form}`;
}

/** A record with the duplicate keys of a field's new value. */
export function withDuplicateKeys(record: RecordDocument, field: Field, after: unknown): RecordDocument {
  if (!field.type.query?.duplicateKeys) return record;
  const former = record.duplicateKeys ?? [];
  const others = former.filter((key) => !key.startsWith(`${field.key}:`));
  const keys = duplicateValues(field, after).map(({ key }) => key);
  if (former.length === 0 && keys.length === 0) return record;
  return { ...record, duplicateKeys: [...new Set([...others, ...keys])] };
}
