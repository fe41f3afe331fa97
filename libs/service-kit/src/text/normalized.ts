/** How many combining marks on one letter may change places: UAX 15 (stream-safe text) permits thirty in a row. */
const tooManyMarks = /[\p{M}\uFF9E\uFF9F]{30}(?=[\p{M}\uFF9E\uFF9F])/gu;

/** Combining grapheme joiner: invisible, and no mark changes places across it. */
const joiner = '\u034F';

/**
 * Normalizes a text to a Unicode normal form, in time proportional to its length. The runtime alone sorts the marks on one letter in time
 * that grows with the square of their number, which is minutes for a megabyte of them; more than thirty are therefore separated, as in
 * stream-safe text.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replaceAll(tooManyMarks, `$&${joiner}`).normalize(form);
}
