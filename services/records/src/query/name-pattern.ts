import { foldText } from '../model/fold-text.ts';
import { atTheEnd, escaped } from '../fields/shared/text-pattern.ts';

/** The pattern of folded names that contain a text; blanks in it stand for anything. */
export function namePattern(text: string): RegExp {
  const [first = '', ...others] = partsOf(foldText(text)).map(escaped);
  if (others.length === 0) return new RegExp(first);
  // Each part is looked for behind the one before it, once: a pattern with `.*` tries all places of all parts.
  const onward = [first, ...others].map((part, index) => `(?=([\\s\\S]*?${part}))\\${index + 1}`);
  return new RegExp(`^${onward.join('')}`);
}

/** The pattern of folded names that are a text. */
export function nameEquals(text: string): RegExp {
  return new RegExp(`^${escaped(foldText(text))}${atTheEnd}`);
}

/** The parts of a folded text between blanks, the longest first: whatever contains the text contains each. */
export function longestParts(folded: string): readonly string[] {
  return [...new Set(partsOf(folded))].toSorted((one, other) => other.length - one.length);
}

function partsOf(folded: string): string[] {
  return folded.split(/\s+/).filter((part) => part !== '');
}
