/** Shorter names resemble too many others. */
const minLetters = 5;

const letters = /\p{L}/gu;
const digit = /\d/;

/**
 * Whether two names, in the form that lists sort by, are similar: the longer one begins with the shorter, or they differ by one typing
 * error (a letter that is wrong, missing, added or exchanged with its neighbour). Names with different numbers are not similar.
 */
export function areSimilarNames(one: string, other: string): boolean {
  const [shorter = '', longer = ''] = [one, other].toSorted((left, right) => left.length - right.length);
  if (one === other || !isLongEnough(shorter)) return false;
  return isBeginning(shorter, longer) || differByTypingError([...shorter], [...longer]);
}

/** The beginnings of a name that are similar to it. */
export function beginningsOf(name: string): string[] {
  const lengths = Array.from({ length: name.length }, (_none, length) => length);
  const beginnings = lengths.map((length) => name.slice(0, length));
  return beginnings.filter((beginning) => isLongEnough(beginning) && isBeginning(beginning, name));
}

function isLongEnough(name: string): boolean {
  return (name.match(letters) ?? []).length >= minLetters;
}

function isBeginning(shorter: string, longer: string): boolean {
  const endsInNumber = digit.test(shorter.at(-1) ?? '') && digit.test(longer[shorter.length] ?? '');
  return longer.startsWith(shorter) && !endsInNumber;
}

function differByTypingError(shorter: readonly string[], longer: readonly string[]): boolean {
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  let end = 0;
  while (end < shorter.length - start && shorter.at(-1 - end) === longer.at(-1 - end)) end += 1;
  const one = shorter.slice(start, shorter.length - end);
  const other = longer.slice(start, longer.length - end);
  if ([...one, ...other].some((each) => digit.test(each))) return false;
  if (other.length <= 1) return true;
  return one.length === 2 && other.length === 2 && one[0] === other[1] && one[1] === other[0];
}
