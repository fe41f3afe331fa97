import { timingSafeEqual } from 'node:crypto';
import { argon2id } from './argon2id.ts';
import { parsePhc } from './phc-string.ts';

/**
 * Whether a password is the stored one.
 * @throws Error when what is stored is no argon2id hash.
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const expected = parsePhc(stored);
  if (!expected) throw new Error('a stored password is not an argon2id PHC string');
  const actual = await argon2id(password, { ...expected, length: expected.hash.byteLength });
  return timingSafeEqual(actual, expected.hash);
}
