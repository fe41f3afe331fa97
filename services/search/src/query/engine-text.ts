import { foldText } from '../engine/fold-text.ts';

/** A character that the engine treats as part of a word: a letter, digit or pictograph. All others separate words. */
const wordlike = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}\p{Extended_Pictographic}]/u;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Quotation marks and minus signs are operators to the engine, but plain text to clients. */
const operators = /["-]+/g;

/**
 * The query to the engine for a client's text: its folded words without operators. Empty matches everything; undefined
 * means that the text has no words, so that nothing matches.
 */
export function engineText(text: string): string | undefined {
  if (text.trim() === '') return '';
  const words = foldText(text.toWellFormed()).replaceAll(operators, ' ').trim();
  return wordlike.test(words.replaceAll(invisible, '')) ? words : undefined;
}
