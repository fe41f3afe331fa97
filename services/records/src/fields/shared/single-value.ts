import { singleTransfer } from '../../model/field-transfer.ts';
import type { Field } from '../../model/field.ts';
import type { Condition } from '../../model/filter.ts';
import { singleValueRow } from './value-rows.ts';

type Value = string | number | boolean;

/** The common part of types with one value. A change is the new value; null unsets it. */
export const singleValue = {
  apply: <Stored>(_before: Stored | undefined, change: Stored | null) => change ?? undefined,
  /** False, 0 and "" are no values that a write could overwrite. */
  keepExisting: <Change>(before: unknown, change: Change) => (before ? undefined : change),
  sameAs: (change: Value | null, _field: Field, path: string): readonly Condition[] =>
    change === null ? [] : [{ [path]: change }],

  transfer: singleTransfer,

  delta: (before: Value | undefined, after: Value | undefined) => ({
    before: before ?? null,
    after: after ?? null,
  }),
  activity: (before: Value | undefined, after: Value | undefined, field: Field) => [
    singleValueRow(field, before?.toString(), after?.toString()),
  ],
};
