import type { FieldType } from '../../model/field.ts';
import { parseText, text, type TextChange } from './text.ts';

// Long texts can be searched, but lists do not filter by them (docs/list-query.md#filters), count by them or offer their values.
const { filter: _ofLines, buckets: _ofFew, offersValues: _ofShort, ...likeText } = text;

/** Text of several lines, as long as a record can be; like `text` in everything else. */
export const textarea: FieldType<string, TextChange> = {
  ...likeText,
  name: 'textarea',
  parse: (input, field) => parseText(input, field, Infinity),
};
