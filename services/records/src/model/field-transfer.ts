import type { FieldTransfer } from './field.ts';

/** One value: its text under the field's key. */
export const singleTransfer: FieldTransfer<string | number> = {
  send: (stored, field) => ({ [field.key]: [String(stored)] }),
  receive: (meta, field) => receivedValues(meta[field.key])[0],
};

/** A set of texts under the field's key. */
export const severalTransfer: FieldTransfer<readonly string[]> = {
  send: (stored, field) => ({ [field.key]: [...stored] }),
  receive: (meta, field) => writtenValues(receivedValues(meta[field.key]).map((value) => ({ value }))),
};

/** The received values of a key: sent as a list, as a map that a form has made of a list, as `{values: […]}`, or as a single value. */
export function receivedValues(sent: unknown): readonly unknown[] {
  if (sent === undefined || sent === null || sent === '') return [];
  if (Array.isArray(sent)) return sent;
  if (typeof sent !== 'object') return [sent];
  return 'values' in sent ? receivedValues(sent.values) : Object.values(sent);
}

/** A write that adds these values; undefined for none. */
export function writtenValues(values: readonly unknown[]): { values: readonly unknown[] } | undefined {
  return values.length === 0 ? undefined : { values };
}
