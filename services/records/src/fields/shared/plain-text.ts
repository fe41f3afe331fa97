import { msg, asMessage, type MessageTemplate } from '@svc/contracts';

/** The longest text of one line, in bytes of UTF-8: names, tags, phone numbers. */
export const maxLineLength = 65_535;

/** Control characters except tab and line breaks: no keyboard writes them, and not every reader survives them. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * A string, or a number as text; undefined for anything else. Replaces half a surrogate pair by the replacement
 * character: the database would do so, and the answer of the write would differ from later reads.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.toWellFormed() : undefined;
}

/** Whether a client sent nothing: null, an empty text, or no value at all. */
export function isBlank(input: unknown): input is undefined | null | '' {
  return input === undefined || input === null || input === '';
}

/** Why a text of at most `longest` bytes cannot be stored, as the end of a sentence; undefined when it can. */
export function textProblem(text: string, longest: number): MessageTemplate | undefined {
  if (Buffer.byteLength(text) > longest) return msg`must be at most ${longest} bytes long`;
  return controls.test(text) ? asMessage('must not have control characters') : undefined;
}
