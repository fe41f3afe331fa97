import type { Field } from './field.ts';
import type { TermValue } from './filter.ts';
import type { Lineage } from './places.ts';

/** Longer values with the same beginning share a term: a record found by a term still has to be checked. */
const maxValueLength = 100;

/** The term of the records of a type that hold a value in a field. */
export function termOf(field: Pick<Field, 'postType' | 'key'>, value: TermValue): string {
  return `${termPrefix(field)}${String(value).slice(0, maxValueLength).toWellFormed()}`;
}

/** The beginning of all terms of a field and of no others. */
export function termPrefix({ postType, key }: Pick<Field, 'postType' | 'key'>): string {
  return `${postType}.${key}=`;
}

export function termsOf(field: Field, stored: unknown, lineage: Lineage): readonly string[] {
  const values = stored === undefined ? [] : (field.type.query?.filterTerms?.(stored, lineage) ?? []);
  return values.map((value) => termOf(field, value));
}

/** Whether the term may hold only the beginning of its value. */
export function isCut(term: string): boolean {
  return term.length - term.indexOf('=') > maxValueLength;
}
