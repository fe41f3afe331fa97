import type { FieldType } from './field-type.ts';
import { parseText, text, type TextChange } from './text.ts';

/** Text of several lines, as long as a record can be; like `text` in everything else. */
export const textarea: FieldType<string, TextChange> = {
  ...text,
  name: 'textarea',
  parse: (input, field) => parseText(input, field, Infinity),
};
