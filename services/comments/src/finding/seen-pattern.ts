/** Tags inside a text. A line break is not one: it separates two texts. */
const throughTags = '(?:<(?!br)[^>]*>)*';

/** A blank or a line break, with all blanks and tags that follow it. */
const blanks = '(?:\\s|<br />)(?:\\s|<[^>]*>)*';

/** The only entities in stored texts (`cleanText`). */
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A match does not begin within an entity … */
const notWithinEntity = '(?<!&|&a|&am|&amp|&l|&lt|&g|&gt)';

/** … nor within a tag. */
const notWithinTag = '(?![^<]*>)';

/** `\s` matches the blanks of every script. */
const unicode = '(*UCP)';

/**
 * The condition for comments whose visible text contains a text, ignoring case. Tags and link addresses are not
 * visible; blanks match any number of blanks and line breaks. All other characters match literally.
 */
export function seenPattern(text: string): { readonly $regex: string; readonly $options: string } {
  const parts = text.match(/\s+|\S/gu) ?? [];
  const seen = parts.map((part) => (part.trim() === '' ? blanks : escaped(entities[part] ?? part)));
  return { $regex: `${unicode}${notWithinEntity}${seen.join(throughTags)}${notWithinTag}`, $options: 'i' };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
