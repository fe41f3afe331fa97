import type { DeclaredField } from './field-type/declared-field.ts';
import type { FieldType } from './field-type/field-type.ts';

/** A declared field of a post type. */
export interface Field extends DeclaredField {
  readonly type: FieldType;
  /** The field as declared, if this one has labels in another language. */
  readonly declared?: Field;
}

/** The name of the form in which a field's values are stored. */
export function formOf({ type }: Pick<Field, 'type'>): string {
  return type.storedLike ?? type.name;
}
