import { cleanText, isBlank } from '@svc/service-kit';
import { splitText } from './split-text.ts';

/** The comments that a cleaned text becomes: one, or several when it is too long for one. */
export function commentParts(text: string): string[] {
  return (
    splitText(text)
      // A cut can leave tags open; text without tags needs no more cleaning.
      .map((part) => (part.includes('<') ? cleanText(part) : part))
      .filter((part) => !isBlank(part))
  );
}
