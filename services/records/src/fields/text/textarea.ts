import type { FieldType } from '../../model/field.ts';
import { parseText, text, type TextChange } from './text.ts';

// Lists do not filter by long texts (docs/list-query.md#filters), nor are they split by them or offer them; they only look for a text in them.
const { filter: _ofLines, buckets: _ofFew, offersValues: _ofShort, ...likeText } = text;

/** Text of several lines, as long as a record can be; like `text` in everything else. */
export const textarea: FieldType<string, TextChange> = {
  ...likeText,
  name: 'textarea',
  parse: (input, field) => parseText(input, field, Infinity),
};
