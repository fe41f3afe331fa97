/** Tags that a text runs through; a line break is none of them, it stands between two texts. */
const throughTags = '(?:<(?!br)[^>]*>)*';

/** A blank or a line break, and as many more as there are. */
const blanks = '(?:\\s|<br />)(?:\\s|<[^>]*>)*';

/** Stored texts have no other entities than these (`cleanText`). */
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** What is seen begins neither within an entity … */
const notWithinEntity = '(?<!&|&a|&am|&amp|&l|&lt|&g|&gt)';

/** … nor within a tag. */
const notWithinTag = '(?![^<]*>)';

/** Blanks of every script are blanks. */
const unicode = '(*UCP)';

/**
 * The condition on stored comments in which a text is seen, whatever the case: tags and their addresses are not seen, and blanks in the text
 * stand for as many blanks and line breaks as there are. All other characters stand for themselves.
 */
export function seenPattern(text: string): { readonly $regex: string; readonly $options: string } {
  const parts = text.match(/\s+|\S/gu) ?? [];
  const seen = parts.map((part) => (part.trim() === '' ? blanks : escaped(entities[part] ?? part)));
  return { $regex: `${unicode}${notWithinEntity}${seen.join(throughTags)}${notWithinTag}`, $options: 'i' };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
