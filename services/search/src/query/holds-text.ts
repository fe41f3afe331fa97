import { foldText } from '../engine/fold-text.ts';
import { phoneForms, phoneNumbers } from '../engine/phone-numbers.ts';

const numbered = /[\p{L}\p{M}\p{N}]*\p{N}[\p{L}\p{M}\p{N}]*/gu;
const words = /[\p{L}\p{M}\p{N}]+/gu;

/** Whether each word of a query, or its telephone number, is in a text, anywhere: what is found there, but for words that are only similar. */
export function holdsText(text: string, query: string): boolean {
  const folded = foldText(text);
  if ((foldText(query).match(words) ?? []).every((word) => folded.includes(word))) return true;
  const numbers = phoneNumbers(text);
  return phoneForms(query).some((form) => numbers.some((number) => number.includes(form)));
}

/** Whether each number of a query is in a text: nobody who looks for the second room wants to find the third. */
export function holdsNumbers(text: string, query: string): boolean {
  const folded = foldText(text);
  return (foldText(query).match(numbered) ?? []).every((word) => folded.includes(word));
}
