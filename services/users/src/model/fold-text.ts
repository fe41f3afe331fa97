import { normalized } from '@svc/service-kit';

/** Folds a text for comparison and search: trimmed, lower case, NFKC. */
export function foldText(text: string): string {
  return normalized(text.trim(), 'NFKC').toLowerCase();
}
