/** Marks that may stand on one letter and change places there: UAX 15 (stream-safe text) has at most thirty of them together. */
const tooManyMarks = /[\p{M}\uFF9E\uFF9F]{30}(?=[\p{M}\uFF9E\uFF9F])/gu;

/** Combining grapheme joiner: nothing that is seen, and no mark changes places across it. */
const joiner = '\u034F';

/**
 * A text in a Unicode normal form, in time that grows with its length. The runtime alone puts the marks on one letter in order in the square
 * of their number, which is minutes for a megabyte of them; here more than thirty are kept apart, as in stream-safe text.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replaceAll(tooManyMarks, `$&${joiner}`).normalize(form);
}
