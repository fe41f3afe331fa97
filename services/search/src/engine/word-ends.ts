import { foldText } from './fold-text.ts';
import { phoneNumbers } from './phone-numbers.ts';

/** The engine only matches prefixes, so ends of words are indexed as words too: `berg` finds `Heidelberg`. */
const words = /[\p{L}\p{M}\p{N}]+/gu;

/** Scripts with many letters per word, in which an end of one or two letters is too short to search for. */
const spelling = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;
const shortestSpelled = 3;

const maxWordLength = 60;

/**
 * Only words in this many first characters of a text have ends, which take up to 30 times the space: enough for a name,
 * an address or a paragraph. Other words are found by prefix.
 */
export const maxEndedLength = 2_000;

/**
 * Further words that find a text: the ends of its words from the second letter on, folded words that differ from the
 * written ones, and telephone numbers without separators. Only from the beginning of the text.
 */
export function wordEnds(whole: string): string[] {
  const text = whole.slice(0, maxEndedLength);
  const found = wordsOf(foldText(text));
  const written = new Set(wordsOf(text.toLowerCase()));
  const folded = found.filter((word) => !written.has(word));
  return [...new Set([...folded, ...found.flatMap(endsOf), ...numberEnds(text)])];
}

/** The telephone numbers at the beginning of a text with all their ends, which find numbers written in another form. */
export function numberEnds(whole: string): string[] {
  const numbers = phoneNumbers(whole.slice(0, maxEndedLength));
  return [...new Set(numbers.flatMap((number) => [number, ...endsOf(number)]))];
}

/** Pairs and triples of consecutive words, written as one word: many names are written both ways. */
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
