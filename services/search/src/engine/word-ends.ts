import { foldText } from './fold-text.ts';
import { phoneNumbers } from './phone-numbers.ts';

/** The engine finds words by their beginning only, so the ends of words are words too: `berg` finds `Heidelberg`. */
const words = /[\p{L}\p{M}\p{N}]+/gu;

/** Scripts that spell a word with many letters; of these an end of one or two letters says nothing. */
const spelling = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;
const shortestSpelled = 3;

const maxWordLength = 60;

/**
 * The ends of a text's words take up to 30 times its room, so only words in its first characters have theirs: a name, an
 * address or a paragraph. Words beyond are found by their beginning.
 */
export const maxEndedLength = 2_000;

/**
 * By what else the words of a text's beginning are found: their ends from the second letter on, the words themselves where they are looked for
 * in another form, and telephone numbers without their separators.
 */
export function wordEnds(whole: string): string[] {
  const text = whole.slice(0, maxEndedLength);
  const found = wordsOf(foldText(text));
  const written = new Set(wordsOf(text.toLowerCase()));
  const folded = found.filter((word) => !written.has(word));
  return [...new Set([...folded, ...found.flatMap(endsOf), ...numberEnds(text)])];
}

/** The telephone numbers in a text's beginning and all their ends: by these a number is found that was written in another way. */
export function numberEnds(whole: string): string[] {
  const numbers = phoneNumbers(whole.slice(0, maxEndedLength));
  return [...new Set(numbers.flatMap((number) => [number, ...endsOf(number)]))];
}

/** Two and three words of a text's beginning that follow one another as one: many names are written both ways. */
export function joinedWords(whole: string): string[] {
  const found = wordsOf(foldText(whole.slice(0, maxEndedLength)));
  const joined = (count: number) =>
    found.slice(count - 1).map((_word, at) => found.slice(at, at + count).join(''));
  return [...joined(2), ...joined(3)];
}

function wordsOf(text: string): readonly string[] {
  return text.match(words) ?? [];
}

function endsOf(word: string): string[] {
  const letters = [...word].slice(0, maxWordLength);
  const shortest = spelling.test(word) ? shortestSpelled : 1;
  const ends: string[] = [];
  for (let start = 1; start <= letters.length - shortest; start += 1) {
    ends.push(letters.slice(start).join(''));
  }
  return ends;
}
