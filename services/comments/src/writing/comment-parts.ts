import { cleanText, isBlank } from '@svc/service-kit';
import { splitText } from './split-text.ts';

/** A cleaned text as the comments it becomes: one, or several when it is too long for one. */
export function commentParts(text: string): string[] {
  return (
    splitText(text)
      // A cut leaves tags open, and nothing else to clean.
      .map((part) => (part.includes('<') ? cleanText(part) : part))
      .filter((part) => !isBlank(part))
  );
}
