import { StringDecoder } from 'node:string_decoder';
import { msg, type Message } from '@svc/contracts';
import { cleanText, isBlank } from './clean-text.ts';

/** The longest text of a comment in a request, in bytes of UTF-8. */
export const maxCommentLength = 131_072;

/** How many tags a comment may have: more than any real text has. The time to clean nested tags grows with the square of their number. */
const maxTags = 10_000;
const tags = /<\/?[a-z]/gi;

/** The stored form of a comment's text, or why it is refused, as a half sentence: `is empty: send some text`. */
type CleanedComment = { readonly text: string } | { readonly problem: Message };

/** Cleans the text of a comment from a request, and refuses one without visible text. */
export function cleanComment(sent: string): CleanedComment {
  if (Buffer.byteLength(sent) > maxCommentLength)
    return {
      problem: msg`is longer than the maximum of ${maxCommentLength} bytes in UTF-8; send a shorter text`,
    };
  if ((sent.match(tags)?.length ?? 0) > maxTags)
    return { problem: msg`has more than the maximum of ${maxTags} HTML tags; send its text without them` };
  const text = cleanText(sent);
  return isBlank(text) ? { problem: 'is empty; send some text' } : { text };
}

/** Returns a comment's text from another system in the stored form. It is never refused: a text that is too long is cut, with a remark about that. */
export function cutComment(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxCommentLength) return text;
  const remark = ` … [cut: the text had ${bytes.length} bytes]`;
  // The decoder omits an incomplete character at the cut.
  return new StringDecoder().write(bytes.subarray(0, maxCommentLength - Buffer.byteLength(remark))) + remark;
}
