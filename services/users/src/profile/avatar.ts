import { createHash } from 'node:crypto';

/** The URL of a user's Gravatar picture, by the hash of the e-mail address. */
export function avatar(email: string): string {
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return `https://www.gravatar.com/avatar/${hash}?s=16&d=mm`;
}
