import { say, type Saying } from '@svc/contracts';
import { cleanText, isBlank } from './clean-text.ts';

/** More than anybody writes or pastes: the time to clean nested tags grows with the square of their number. */
const mostTags = 10_000;
const tags = /<\/?[a-z]/gi;

/** A comment's text as it is stored, or why it is none: a half sentence, for example `is empty: send some text`. */
export type CleanedComment = { readonly text: string } | { readonly problem: Saying };

/** Cleans the text of a comment that was sent, and finds out whether there is anything to read in it. */
export function cleanComment(sent: string): CleanedComment {
  if ((sent.match(tags)?.length ?? 0) > mostTags)
    return { problem: say`has more than ${mostTags} HTML tags: send its text without them` };
  const text = cleanText(sent);
  return isBlank(text) ? { problem: 'is empty: send some text' } : { text };
}
