import { valueDeleted, type ActivityDraft } from '../../model/activity-row.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';

/** A value in a history row: its text, and its label in the stored note where that is another. */
export type RowText = string | { readonly raw: string; readonly label: string };

/** The row of a field with one value. */
export function singleValueRow(
  field: DeclaredField,
  before: RowText | undefined,
  after: RowText | undefined,
): ActivityDraft {
  const former = partsOf(before);
  const current = partsOf(after);
  return {
    action: 'field_update',
    objectSubtype: field.key,
    metaKey: field.key,
    metaValue: current?.raw ?? valueDeleted,
    oldValue: former?.raw ?? '',
    fieldType: field.type.name,
    objectNote: storedNote(field, former?.label, current?.label),
    valueKey: '',
    listed: true,
    undo: { write: former?.raw ?? null },
  };
}

/** The rows of a field with several values: one for each removed value, then one for each added value. */
export function severalValueRows(
  field: DeclaredField,
  values: { added: readonly RowText[]; removed: readonly RowText[] },
): ActivityDraft[] {
  const row = (before: RowText | undefined, after: RowText | undefined): ActivityDraft => {
    const value = partsOf(after ?? before)?.raw ?? '';
    const undo = { entry: value, write: { value, delete: after !== undefined } };
    return { ...singleValueRow(field, before, after), valueKey: value, undo };
  };
  return [
    ...values.removed.map((value) => row(value, undefined)),
    ...values.added.map((value) => row(undefined, value)),
  ];
}

function partsOf(text: RowText | undefined) {
  return typeof text === 'string' ? { raw: text, label: text } : text;
}

function storedNote(field: DeclaredField, before: string | undefined, after: string | undefined): string {
  const { name } = field.definition;
  if (after === undefined) return `${name} "${before ?? ''}" deleted `;
  if (before === undefined || before === '') return `Added ${name}: ${after}`;
  return `${name} changed from "${before}" to "${after}"`;
}
