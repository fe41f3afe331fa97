import { randomBytes } from 'node:crypto';
import { wordpressHash } from '../passwords/wordpress-hash.ts';

/** The hash under which WordPress stores a password: `portable` up to version 6.7, `blowfish` since 6.8, at a low cost. */
export function hashOfWordpress(password: string, kind: 'portable' | 'blowfish'): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const setting = kind === 'portable' ? `$P$B${salt.slice(0, 8)}` : `$wp$2y$04$${salt.slice(0, 21)}u`;
  return wordpressHash(password, setting);
}
