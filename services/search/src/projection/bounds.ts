import { maxSearchedTextLength } from '@svc/contracts';

/**
 * What one record or comment contributes to the index at most, in UTF-16 code units. Whoever writes a megabyte shares a
 * batch with others, and they must not wait for it: 40,000 is what a comment's event carries of a text that is too large
 * for it, some twenty pages.
 */
export const maxTextLength = maxSearchedTextLength;

/** All texts of a record together, not counting its name: five of the longest. Honest records have a hundredth of it. */
export const maxText = 200_000;

/** The beginning of a text that search keeps. */
export function boundText(text: string, longest: number = maxTextLength): string {
  return text.length <= longest ? text : text.slice(0, longest).toWellFormed();
}

/** The beginnings of texts, each of its bound and all together of theirs. Every text keeps its place, if need be empty. */
export function boundTexts(texts: readonly string[], bounds: { each: number; together: number }): string[] {
  let left = bounds.together;
  return texts.map((text) => {
    const bounded = boundText(text, Math.min(bounds.each, left));
    left -= bounded.length;
    return bounded;
  });
}
