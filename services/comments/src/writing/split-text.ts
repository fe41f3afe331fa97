import { cleanText, isBlank } from '@svc/service-kit/clean-text';

/** The maximum length of a comment's text, in bytes (docs/guides/comments.md#writing). */
export const maxTextLength = 4_999;

/** The comments that a cleaned text becomes: one, or several when it is too long for one. */
export function commentParts(text: string): string[] {
  return (
    splitText(text)
      // A cut can leave tags open; text without tags needs no more cleaning.
      .map((part) => (part.includes('<') ? cleanText(part) : part))
      .filter((part) => !isBlank(part))
  );
}

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Splits a cleaned text into parts of at most `maxTextLength` bytes, between graphemes and never within a tag or an
 * entity. A single tag longer than that stays whole. A cut can leave tags open: the caller has to clean each part
 * again.
 */
export function splitText(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = endOfPart(text, start);
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

function endOfPart(text: string, start: number): number {
  const limit = fittingEnd(text, start);
  if (limit === text.length) return limit;
  // Includes at most one code point after the limit, so that the work per part does not grow with the text.
  const part = text.slice(start, limit + 2);
  const fitting = limit - start;
  const character = characters.segment(part).containing(fitting)?.index || fitting;
  const end = Math.min(character, startOfOpen(part, fitting, '<', '>'), startOfOpen(part, fitting, '&', ';'));
  return end > 0 ? start + end : text.indexOf('>', start) + 1;
}

/** The end of the longest run of whole code points from `start` that fits into a part. */
function fittingEnd(text: string, start: number): number {
  let bytes = 0;
  for (let at = start; at < text.length;) {
    const point = text.codePointAt(at) as number;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes > maxTextLength) return at;
    at += point < 0x10000 ? 1 : 2;
  }
  return text.length;
}

/** The start of the tag or entity that contains `at`; `at` itself when there is none. */
function startOfOpen(text: string, at: number, opening: string, closing: string): number {
  const open = text.lastIndexOf(opening, at - 1);
  return open >= 0 && !text.slice(open, at).includes(closing) ? open : at;
}
