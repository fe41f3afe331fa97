import { normalized } from '@svc/service-kit';

/** A user name as it may stand in an address: lower-case letters and digits, everything else a hyphen. */
export function nicename(username: string): string {
  return normalized(username, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}
