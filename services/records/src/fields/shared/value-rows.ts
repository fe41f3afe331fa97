import { valueDeleted, type ActivityDraft } from '../../model/activity-row.ts';
import type { Field } from '../../model/field.ts';

/** A value in a history row: its raw text, and its label in the stored note. */
export interface RowText {
  readonly raw: string;
  readonly label: string;
}

/** The row of a field with one value. `listed` is false for a row that history lists leave out. */
export function singleValueRow(
  field: Field,
  before: RowText | undefined,
  after: RowText | undefined,
  listed: boolean,
): ActivityDraft {
  return {
    action: 'field_update',
    objectSubtype: field.key,
    metaKey: field.key,
    metaValue: after?.raw ?? valueDeleted,
    oldValue: before?.raw ?? '',
    fieldType: field.type.name,
    objectNote: storedNote(field, before?.label, after?.label),
    valueKey: '',
    listed,
    undo: { write: before?.raw ?? null },
  };
}

/** The rows of a field with several values: one for each removed value, then one for each added value. */
export function severalValueRows(
  field: Field,
  values: { added: readonly RowText[]; removed: readonly RowText[] },
): ActivityDraft[] {
  const row = (before: RowText | undefined, after: RowText | undefined): ActivityDraft => {
    const value = (after ?? before)?.raw ?? '';
    const undo = { entry: value, write: { value, delete: after !== undefined } };
    return { ...singleValueRow(field, before, after, true), valueKey: value, undo };
  };
  return [
    ...values.removed.map((value) => row(value, undefined)),
    ...values.added.map((value) => row(undefined, value)),
  ];
}

function storedNote(field: Field, before: string | undefined, after: string | undefined): string {
  const { name } = field.definition;
  if (after === undefined) return `${name} "${before ?? ''}" deleted `;
  if (before === undefined || before === '') return `Added ${name}: ${after}`;
  return `${name} changed from "${before}" to "${after}"`;
}
