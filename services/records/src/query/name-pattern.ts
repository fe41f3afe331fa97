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

/** The longest part of a folded text between blanks: whatever contains the text contains it. */
export function longestPart(folded: string): string {
  return partsOf(folded).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

function partsOf(folded: string): string[] {
  return folded.split(/\s+/).filter((part) => part !== '');
}
