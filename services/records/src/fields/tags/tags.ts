import type { FieldType } from '../../model/field-type/field-type.ts';
import { sortText } from '../shared/sort-text.ts';
import { parseValues, severalTexts, type ValuesChange } from '../shared/values-write.ts';

/** Free words, in the order in which they were added; no list of options is needed. */
export const tags: FieldType<readonly string[], ValuesChange> = {
  name: 'tags',
  storedAs: 'array',

  write: {
    ...severalTexts.write,
    parse: (input, field) => parseValues(input, field),
  },

  read: {
    shape: (stored) => stored,
  },

  query: {
    ...severalTexts.query,
    sortKey: (stored) => sortText(stored[0] ?? ''),
    listsValuesInUse: true,
  },

  history: severalTexts.history,

  exchange: severalTexts.exchange,
};
