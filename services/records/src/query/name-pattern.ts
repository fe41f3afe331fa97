import { foldText } from '../model/fold-text.ts';
import { atTheEnd, escaped } from '../fields/shared/text-pattern.ts';

/** The pattern of folded names that contain a text; blanks in the text match anything. */
export function namePattern(text: string): RegExp {
  const [first = '', ...others] = partsOf(foldText(text)).map(escaped);
  if (others.length === 0) return new RegExp(first);
  // Each part is searched once, after the part before it: a pattern with `.*` would try all positions of all parts.
  const onward = [first, ...others].map((part, index) => `(?=([\\s\\S]*?${part}))\\${index + 1}`);
  return new RegExp(`^${onward.join('')}`);
}

/** The pattern of folded names that equal a text. */
export function nameEquals(text: string): RegExp {
  return new RegExp(`^${escaped(foldText(text))}${atTheEnd}`);
}

/** The blank-separated parts of a folded text, longest first; any name that matches the text contains each part. */
export function longestParts(folded: string): readonly string[] {
  return [...new Set(partsOf(folded))].toSorted((one, other) => other.length - one.length);
}

/** The blank-separated parts of a folded text; a name that matches contains them in this order. */
export function partsOf(folded: string): string[] {
  return folded.split(/\s+/).filter((part) => part !== '');
}
