import sanitizeHtml from 'sanitize-html';

const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['a', 'br', 'em', 'strong'],
  allowedAttributes: { a: ['href', 'title'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // The text of every tag that is left out stays, a script's too: it is text then, and escaped.
  nonTextTags: [],
};

/** Tags whose content a parser takes as it stands. Without them it is cleaned like everything else. */
const rawTextTags =
  /<\/?(?:script|style|textarea|title|xmp|iframe|noembed|noframes|noscript|plaintext)(?:[\s/][^<>]*)?>/gi;

/** A `<` that begins no tag and no HTML comment, as in `x <y` or `<ann@example.org>`: the parser would drop what follows. */
const looseBracket = /<(?!\/?[a-z][a-z0-9-]*(?:[\s/][^<>]*)?>|!--)/gi;

/**
 * The text of a comment as it is stored and shown: HTML of which only `a` (href, title; http, https, mailto, tel), `br`,
 * `em` and `strong` survive, the text of all other tags is kept. Cleaning twice is cleaning once. The time it takes grows
 * with the square of the number of nested tags: bound it before.
 */
export function cleanText(text: string): string {
  const parsable = text.toWellFormed().replaceAll(rawTextTags, '').replaceAll(looseBracket, '&lt;');
  return sanitizeHtml(parsable, allowed);
}

/** Whether nothing is left to read of a cleaned text: in its tags, and only there, stand angle brackets. */
export function isBlank(cleaned: string): boolean {
  return cleaned.replaceAll(/<[^<>]*>/g, '').trim() === '';
}
