import type { Field } from './field-type.ts';

/** Values as installations send them to each other: under each key what was stored there (facts of transfer). */
export type Meta = Readonly<Record<string, unknown>>;

/** How the values of a type travel to another installation. Without it they stay where they are. */
export interface FieldTransfer<Stored = unknown> {
  /** The value as it is sent. */
  send(stored: Stored, field: Field): Meta;
  /** Whether a key that came in, and is no field's own, belongs to this field. Without it none does. */
  owns?(key: string, field: Field): boolean;
  /** The write that makes the value of what came in under the keys of this field; undefined where there is nothing to write. */
  receive(meta: Meta, field: Field): unknown;
}

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

/** The values under a key: a list, a list that a form has made a map of, `{values: […]}`, or one value alone. */
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
