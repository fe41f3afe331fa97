import type { FieldType } from '../../model/field.ts';
import { sortText } from '../shared/sort-text.ts';
import { parseValues, severalTexts, type ValuesChange } from '../shared/values-write.ts';

/** Free words, in the order in which they were added; no list of options is needed. */
export const tags: FieldType<readonly string[], ValuesChange> = {
  ...severalTexts,
  name: 'tags',
  storedAs: 'array',
  plainValues: (stored) => stored,

  parse: (input, field) => parseValues(input, field),

  read: (stored) => stored,
  sortKey: (stored) => sortText(stored[0] ?? ''),
  listsValuesInUse: true,
};
