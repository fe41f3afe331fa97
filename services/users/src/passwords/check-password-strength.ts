import { readFileSync } from 'node:fs';
import { msg, type Message, ServiceError } from '@svc/contracts';
import { normalized } from '@svc/service-kit';

/** Minimum length of a new password; older passwords stay valid. */
export const minLength = 10;

const list = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
const commonPasswords: ReadonlySet<string> = new Set(
  list.split('\n').filter((line) => !line.startsWith('#')),
);

/** The reason for refusing a password; undefined for an acceptable one. Checks the NFKC form, like the hash. */
export function weaknessOf(password: string): Message | undefined {
  const characters = [...normalized(password, 'NFKC').toLowerCase()];
  if (characters.length < minLength) return msg`The password must have at least ${minLength} characters.`;
  if (new Set(characters).size === 1) return 'The password must not repeat a single character.';
  if (!commonPasswords.has(characters.join(''))) return undefined;
  return 'The password is one of the most common, which attackers try first; choose another one.';
}

/** @throws ServiceError `weak_password` for a short or very common password, or one that repeats a single character. */
export function checkPasswordStrength(password: string): void {
  const weakness = weaknessOf(password);
  if (weakness !== undefined) throw new ServiceError('weak_password', weakness);
}
