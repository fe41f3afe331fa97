import type { FieldType } from './field-type.ts';
import { text, type TextChange } from './text.ts';

/** Text of several lines; like `text` in everything but its name. */
export const textarea: FieldType<string, TextChange> = { ...text, name: 'textarea' };
