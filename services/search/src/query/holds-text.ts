import { foldText } from '../engine/fold-text.ts';
import { phoneForms, phoneNumbers } from '../engine/phone-numbers.ts';

const words = /[\p{L}\p{M}\p{N}]+/gu;
const digit = /\p{N}/u;

/** The engine ignores further words of a query. */
const maxWords = 10;

/** A query prepared for comparison with texts. */
export interface LookedFor {
  /** Whether a text contains all words anywhere, or the telephone number: an exact match, in contrast to similar words. */
  isIn(text: string): boolean;
  /** Whether a text contains all numbers: a search for room 2 should not find room 3. */
  numbersAreIn(text: string): boolean;
}

/** Prepares a query for comparison with many texts. */
export function lookFor(query: string): LookedFor {
  const asked = (foldText(query).match(words) ?? []).slice(0, maxWords);
  const numbers = asked.filter((word) => digit.test(word));
  const forms = phoneForms(query);
  const areIn = (wanted: readonly string[], text: string) => {
    const folded = foldText(text);
    return wanted.every((word) => folded.includes(word));
  };
  const isNumberIn = (text: string) => {
    const known = forms.length > 0 ? phoneNumbers(text) : [];
    return forms.some((form) => known.some((number) => number.includes(form)));
  };
  return {
    isIn: (text) => areIn(asked, text) || isNumberIn(text),
    numbersAreIn: (text) => numbers.length === 0 || areIn(numbers, text) || isNumberIn(text),
  };
}

/** Whether a text contains a query: see `LookedFor`. */
export function holdsText(text: string, query: string): boolean {
  return lookFor(query).isIn(text);
}
