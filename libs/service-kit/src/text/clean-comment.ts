import { StringDecoder } from 'node:string_decoder';
import { msg, type Message } from '@svc/contracts';
import { cleanText, isBlank } from './clean-text.ts';

/** The longest text of a comment as it is sent, in bytes of UTF-8. */
export const maxCommentLength = 131_072;

/** More than anybody writes or pastes: the time to clean nested tags grows with the square of their number. */
const maxTags = 10_000;
const tags = /<\/?[a-z]/gi;

/** A comment's text as it is stored, or why it is none: a half sentence, for example `is empty: send some text`. */
export type CleanedComment = { readonly text: string } | { readonly problem: Message };

/** Cleans the text of a comment that was sent, and finds out whether there is anything to read in it. */
export function cleanComment(sent: string): CleanedComment {
  if (Buffer.byteLength(sent) > maxCommentLength)
    return { problem: msg`has more than ${maxCommentLength} bytes of UTF-8: send a shorter text` };
  if ((sent.match(tags)?.length ?? 0) > maxTags)
    return { problem: msg`has more than ${maxTags} HTML tags: send its text without them` };
  const text = cleanText(sent);
  return isBlank(text) ? { problem: 'is empty: send some text' } : { text };
}

/** A text from elsewhere that is not to be refused, as a comment can hold it: its end is cut off, and a remark says so. */
export function cutComment(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxCommentLength) return text;
  const remark = ` … [cut: the text had ${bytes.length} bytes]`;
  // It keeps back the bytes of a character that the cut goes through.
  return new StringDecoder().write(bytes.subarray(0, maxCommentLength - Buffer.byteLength(remark))) + remark;
}
