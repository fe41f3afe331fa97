import { msg, asMessage, type MessageTemplate } from '@svc/contracts';

/** The longest text of one line, in bytes of UTF-8: names, tags, phone numbers. */
export const maxLineLength = 65_535;

/** Control characters except tab and line breaks: no keyboard writes them, and not every reader survives them. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * The text of a value, a number's too; undefined for anything else. Half a surrogate pair becomes the replacement
 * character here, because the database would do it and the answer of the write would differ from what is read later.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.toWellFormed() : undefined;
}

/** What keeps a text from being stored, as the end of a sentence; undefined when nothing does. */
export function textProblem(text: string, longest: number): MessageTemplate | undefined {
  if (Buffer.byteLength(text) > longest) return msg`must be at most ${longest} bytes long`;
  return controls.test(text) ? asMessage('must not hold control characters') : undefined;
}
