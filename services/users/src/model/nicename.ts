import { normalized } from '@svc/service-kit';

/** A user name in its form for addresses: lower-case letters and digits, everything else as hyphens. */
export function nicename(username: string): string {
  return normalized(username, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}
