import sanitizeHtml from 'sanitize-html';

const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['a', 'br', 'em', 'strong'],
  allowedAttributes: { a: ['href', 'title'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // The text of every removed tag stays, escaped; that of a script, too.
  nonTextTags: [],
};

/** Tags whose content a parser does not parse. Without their tags it is cleaned like any other text. */
const rawTextTags =
  /<\/?(?:script|style|textarea|title|xmp|iframe|noembed|noframes|noscript|plaintext)(?:[\s/][^<>]*)?>/gi;

/** A `<` that begins neither a tag nor an HTML comment, as in `x <y` or `<ann@example.org>`: the parser would drop what follows. */
const looseBracket = /<(?!\/?[a-z][a-z0-9-]*(?:[\s/][^<>]*)?>|!--)/gi;

/**
 * Cleans the text of a comment to the HTML that is stored and shown: it keeps the tags `a` (href, title; http, https, mailto, tel), `br`,
 * `em` and `strong`, and the text of all other tags. Cleaning a result again does not change it. The time grows with the square of the
 * number of nested tags: callers limit it first.
 */
export function cleanText(text: string): string {
  const parsable = text.toWellFormed().replaceAll(rawTextTags, '').replaceAll(looseBracket, '&lt;');
  return sanitizeHtml(parsable, allowed);
}

/** Whether a cleaned text has nothing to read. Angle brackets stand only in its tags. */
export function isBlank(cleaned: string): boolean {
  return cleaned.replaceAll(/<[^<>]*>/g, '').trim() === '';
}
