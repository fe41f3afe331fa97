import type { Field } from '../model/field.ts';
import type { TermValue } from '../model/filter.ts';

/** What a row of the location grid lies in, and itself. */
export type Lineage = (gridId: number) => readonly number[];

/** Longer values share a term with those that begin alike: a record found by a term still has to match. */
const maxValueLength = 100;

/** The term of the records of a type that hold a value in a field. */
export function termOf(field: Pick<Field, 'postType' | 'key'>, value: TermValue): string {
  return `${termPrefix(field)}${String(value).slice(0, maxValueLength).toWellFormed()}`;
}

/** What the terms of a field begin with, and no others. */
export function termPrefix({ postType, key }: Pick<Field, 'postType' | 'key'>): string {
  return `${postType}.${key}=`;
}

/** The terms of a field's value. */
export function termsOf(field: Field, stored: unknown, lineage: Lineage): readonly string[] {
  const values = stored === undefined ? [] : (field.type.filterTerms?.(stored, lineage) ?? []);
  return values.map((value) => termOf(field, value));
}

/** Whether the value of a term may be longer than the term has it. */
export function isCut(term: string): boolean {
  return term.length - term.indexOf('=') > maxValueLength;
}
