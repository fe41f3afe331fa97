import type { Field } from './field-type.ts';
import { sortText } from './sort-text.ts';

/** Longer texts are the same only in the same case: the database takes patterns of some length only. */
const longestFolded = 1_000;

const special = /[\\^$.*+?()[\]{}|/-]/g;

/** The condition that finds records with the same text, whatever its case. The sort key has an index where names are. */
export function sameText(text: string, field: Field, path: string): Record<string, unknown> {
  const escaped = text.replaceAll(special, String.raw`\$&`);
  const isLong = text.length > longestFolded;
  const condition = { [path]: isLong ? text : { $regex: `^${escaped}\\z`, $options: 'i' } };
  const key = sortText(text);
  return key === undefined ? condition : { [`sort.${field.key}`]: key, ...condition };
}
