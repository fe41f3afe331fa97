import type { Field } from '../model/field.ts';
import type { FieldWord } from '../model/filter.ts';

/** What a row of the location grid lies in, and itself. */
export type Lineage = (gridId: number) => readonly number[];

/** Longer values share a word with those that begin alike: a record found by a word still has to match. */
const maxValueLength = 100;

/** The word of the records of a type that hold a value in a field. */
export function wordOf(field: Pick<Field, 'postType' | 'key'>, value: FieldWord): string {
  return `${startOfWords(field)}${String(value).slice(0, maxValueLength).toWellFormed()}`;
}

/** What the words of a field begin with, and no others. */
export function startOfWords({ postType, key }: Pick<Field, 'postType' | 'key'>): string {
  return `${postType}.${key}=`;
}

/** The words of a field's value. */
export function wordsOf(field: Field, stored: unknown, lineage: Lineage): readonly string[] {
  const values = stored === undefined ? [] : (field.type.words?.(stored, lineage) ?? []);
  return values.map((value) => wordOf(field, value));
}

/** Whether the value of a word may be longer than the word has it. */
export function isCut(word: string): boolean {
  return word.length - word.indexOf('=') > maxValueLength;
}
