import { maxSearchedTextLength } from '@svc/contracts';

/**
 * The maximum length of a text in the index, in UTF-16 code units. Longer texts would delay the others in their batch.
 * 40,000, some twenty pages, is also what the event of a comment carries of a text that is too large for it.
 */
export const maxTextLength = maxSearchedTextLength;

/**
 * The maximum length of a record's texts together, without its name: five times the maximum of one, and a hundred times
 * what real records have.
 */
export const maxText = 200_000;

/** A text cut to a maximum length. */
export function boundText(text: string, maxLength: number = maxTextLength): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).toWellFormed();
}

/** Texts cut to a maximum length each, and to one for all together. Every text keeps its position, even when empty. */
export function boundTexts(texts: readonly string[], bounds: { each: number; together: number }): string[] {
  let left = bounds.together;
  return texts.map((text) => {
    const bounded = boundText(text, Math.min(bounds.each, left));
    left -= bounded.length;
    return bounded;
  });
}
