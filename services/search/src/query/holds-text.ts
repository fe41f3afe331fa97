import { foldText } from '../engine/fold-text.ts';
import { phoneForms, phoneNumbers } from '../engine/phone-numbers.ts';

const words = /[\p{L}\p{M}\p{N}]+/gu;
const digit = /\p{N}/u;

/** The engine takes no more words of a query into account. */
const maxWords = 10;

/** What texts are looked at for. */
export interface LookedFor {
  /** Whether each word, or the telephone number, is in a text, anywhere: what the engine finds there, but for words that are only similar. */
  isIn(text: string): boolean;
  /** Whether each number is: nobody who looks for the second room wants to find the third. */
  numbersAreIn(text: string): boolean;
}

/** A query, to look at many texts for it. */
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

/** Whether a text holds a query: see `LookedFor`. */
export function holdsText(text: string, query: string): boolean {
  return lookFor(query).isIn(text);
}
