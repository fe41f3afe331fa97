import { createHash } from 'node:crypto';

/** The address of a user's picture, which Gravatar finds by the hash of the e-mail address. */
export function avatar(email: string): string {
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return `https://www.gravatar.com/avatar/${hash}?s=16&d=mm`;
}
