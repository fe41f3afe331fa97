import { cleanText, isBlank } from '@svc/service-kit';
import { splitText } from './split-text.ts';

/** A cleaned text as the comments it becomes: one, or several when it is too long for one. */
export function commentParts(text: string): string[] {
  return splitText(text)
    .map((part) => cleanText(part))
    .filter((part) => !isBlank(part));
}
