import { receivedValues } from '../../model/received-values.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { Meta } from '../../model/field-type/exchange.ts';
import type { Condition } from '../../model/filter.ts';
import { singleValueRow } from './value-rows.ts';

type Value = string | number | boolean;

/** The common part of types with one value. A change is the new value; null unsets it. */
export const singleValue = {
  write: {
    apply: <Stored>(_before: Stored | undefined, change: Stored | null) => change ?? undefined,
    /** False, 0 and "" are no values that a write could overwrite. */
    keepExisting: <Change>(before: unknown, change: Change) => (before ? undefined : change),
    delta: (before: Value | undefined, after: Value | undefined) => ({
      before: before ?? null,
      after: after ?? null,
    }),
  },

  query: {
    sameAs: (change: Value | null, _field: DeclaredField, path: string): readonly Condition[] =>
      change === null ? [] : [{ [path]: change }],
  },

  history: {
    activity: (before: Value | undefined, after: Value | undefined, field: DeclaredField) => [
      singleValueRow(field, before?.toString(), after?.toString()),
    ],
  },

  exchange: {
    send: (stored: string | number, field: DeclaredField): Meta => ({ [field.key]: [String(stored)] }),
    receive: (meta: Meta, field: DeclaredField) => receivedValues(meta[field.key])[0],
    plainValues: (stored: Value) => [stored],
  },
};
