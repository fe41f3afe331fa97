import sanitizeHtml from 'sanitize-html';

const lineBreak = /<br\s*\/?>/gi;
const entity = /&(amp|lt|gt|quot);/g;
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const mention = /@\[([^\n]{0,200}?)\]\([1-9]\d{0,14}\)/g;

/** The text of a comment without markup, with mentions as `@name`. */
export function plainText(cleaned: string): string {
  const bare = sanitizeHtml(cleaned.replaceAll(lineBreak, '\n'), { allowedTags: [] });
  const text = bare.replaceAll(entity, (whole, name: string) => characters[name] ?? whole);
  return text.replaceAll(mention, (_whole, name: string) => `@${name}`);
}
