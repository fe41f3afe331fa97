import { normalized } from '@svc/service-kit';

/** Takes ten times as long as all else in an address, so only names that need it are segmented. */
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The characters before the first one that stands for a word: punctuation, and marks without their letter. */
const beforeInitial = /^[^\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]+/u;

/** A letter or digit to which nothing that follows belongs. */
const plainInitial = /^[\p{L}\p{N}](?![\p{M}\p{Cf}])/u;

/** Scripts whose letters join their neighbours: two initials would read as a word. */
const isJoining =
  /\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Nko}|\p{Script=Mongolian}|\p{Script=Hanifi_Rohingya}|\p{Script=Adlam}/u;
const nonJoiner = '\u200c';

/** Enough for a family of emoji; a letter with more marks than this loses them. */
const maxCodePoints = 11;

/** Longer names are cut. */
const maxNameLength = 300;

/** The first characters of the first and the last word of a name; empty when the name has no letter, digit or emoji. */
export function initialsOf(name: string): string {
  const words = normalized(name.slice(0, maxNameLength).toWellFormed(), 'NFC').split(/\s+/u);
  const starts = words.map((word) => word.replace(beforeInitial, '')).filter((word) => word !== '');
  const first = initialOf(starts[0] ?? '');
  const last = starts.length > 1 ? initialOf(starts.at(-1) ?? '') : '';
  return first + (last !== '' && isJoining.test(first) ? nonJoiner : '') + last;
}

function initialOf(word: string): string {
  const initial = plainInitial.exec(word)?.[0] ?? firstGrapheme(word);
  const capital = initial.toUpperCase();
  // Some letters have no capital of one character, as ß.
  return [...capital].length === [...initial].length ? capital : initial;
}

function firstGrapheme(word: string): string {
  const [{ segment = '' } = {}] = graphemes.segment(word);
  const points = [...segment];
  return points.length > maxCodePoints ? (points[0] ?? '') : segment;
}
