import { normalized } from '@svc/service-kit';

/** Folds a text for comparison and search: trimmed, lower case, NFKC. */
export function foldText(text: string): string {
  return normalized(text.trim(), 'NFKC').toLowerCase();
}

/** A user name in its form for addresses: lower-case letters and digits, everything else as hyphens. */
export function nicename(username: string): string {
  return normalized(username, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Whether a text contains control characters, line breaks included; no name may. */
export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
