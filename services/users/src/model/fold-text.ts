import { normalized } from '@svc/service-kit';

/** A text as it is compared and searched: without blanks around it, without case, one form per character. */
export function foldText(text: string): string {
  return normalized(text.trim(), 'NFKC').toLowerCase();
}
