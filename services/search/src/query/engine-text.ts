import { foldText } from '../engine/fold-text.ts';

/** Something that the engine takes for a word: a letter, a number or a picture. All else separates words for it. */
const wordlike = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}\p{Extended_Pictographic}]/u;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Quotation marks and minus signs mean something to the engine; to a client they are part of the text. */
const operators = /["-]+/g;

/**
 * What the engine is asked for a client's text: its words, folded, without anything the engine takes for an operator. Empty
 * matches everything; undefined matches nothing, since the text has no word in it.
 */
export function engineText(text: string): string | undefined {
  if (text.trim() === '') return '';
  const words = foldText(text.toWellFormed()).replaceAll(operators, ' ').trim();
  return wordlike.test(words.replaceAll(invisible, '')) ? words : undefined;
}
