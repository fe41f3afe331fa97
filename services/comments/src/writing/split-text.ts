/** The longest text of one comment, in bytes (docs/comments.md#writing). */
export const maxTextLength = 4_999;

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * A cleaned text in parts of at most `maxTextLength` bytes, cut between characters as a reader sees them and never within a
 * tag or an entity. One tag that is longer than that alone stays whole. Tags that a cut leaves open are the caller's:
 * clean each part again.
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
  // With the code point after it, and no more: however long the text is, a part costs what it is long.
  const part = text.slice(start, limit + 2);
  const fitting = limit - start;
  const character = characters.segment(part).containing(fitting)?.index || fitting;
  const end = Math.min(character, startOfOpen(part, fitting, '<', '>'), startOfOpen(part, fitting, '&', ';'));
  return end > 0 ? start + end : text.indexOf('>', start) + 1;
}

/** The end of the most whole code points from `start` that fit into one part. */
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

/** Where the tag or entity begins that `at` lies within; `at` itself when it lies in none. */
function startOfOpen(text: string, at: number, opening: string, closing: string): number {
  const open = text.lastIndexOf(opening, at - 1);
  return open >= 0 && !text.slice(open, at).includes(closing) ? open : at;
}
