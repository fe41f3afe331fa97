import { readFileSync } from 'node:fs';
import { msg, type Message, ServiceError } from '@svc/contracts';
import { normalized } from '@svc/service-kit';

/** The fewest characters of a password that is set from now on; those that were set before keep working. */
export const minLength = 10;

const list = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
const commonPasswords: ReadonlySet<string> = new Set(
  list.split('\n').filter((line) => !line.startsWith('#')),
);

/** Why nobody should have this password; undefined for one that they may. Its NFKC form counts, as in its hash. */
export function weaknessOf(password: string): Message | undefined {
  const characters = [...normalized(password, 'NFKC').toLowerCase()];
  if (characters.length < minLength) return msg`The password must have at least ${minLength} characters.`;
  if (new Set(characters).size === 1) return 'The password must not be one character over and over.';
  if (!commonPasswords.has(characters.join(''))) return undefined;
  return 'This password is one of the most common, which are guessed first; choose another one.';
}

/** @throws ServiceError `weak_password` for a password that is short, one character over and over, or one of the commonest. */
export function checkPasswordStrength(password: string): void {
  const weakness = weaknessOf(password);
  if (weakness !== undefined) throw new ServiceError('weak_password', weakness);
}
