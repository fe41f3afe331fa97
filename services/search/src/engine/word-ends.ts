/** The engine finds words by their beginning only, so the ends of words are words too: `berg` finds `Heidelberg`. */
const words = /[\p{L}\p{M}\p{N}]+/gu;

/** Scripts that spell a word with many letters; of these an end of one or two letters says nothing. */
const spelling = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;
const shortestSpelled = 3;

/** What a telephone number is made of: it is found without its separators, too. */
const telephone = /^[\p{N}\s+()./-]+$/u;

const longestWord = 60;

/**
 * The ends of a text's words take up to 30 times its room, so only words in its first characters have theirs: a name, an
 * address or a paragraph. Words beyond are found by their beginning.
 */
export const longestEnded = 2_000;

/** The ends of all words of a text's beginning, from the second letter on. */
export function wordEnds(whole: string): string[] {
  const text = whole.slice(0, longestEnded);
  const found = text.match(words) ?? [];
  const together = telephone.test(text) && found.length > 1 ? [found.join('')] : [];
  return [...new Set([...found.flatMap(endsOf), ...together, ...together.flatMap(endsOf)])];
}

function endsOf(word: string): string[] {
  const letters = [...word].slice(0, longestWord);
  const shortest = spelling.test(word) ? shortestSpelled : 1;
  const ends: string[] = [];
  for (let start = 1; start <= letters.length - shortest; start += 1) {
    ends.push(letters.slice(start).join(''));
  }
  return ends;
}
