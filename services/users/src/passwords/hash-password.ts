import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalized } from '@svc/service-kit';
import { type Argon2Cost, formatPhc, parsePhc } from './phc-string.ts';

/** What OWASP's password storage recommendations ask of argon2id: 19 MiB, two passes, one lane. */
export const passwordCost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 };

const saltBytes = 16;
const hashBytes = 32;

const derive = promisify(argon2);

/** A new password as it is stored. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await argon2id(password, { ...passwordCost, salt, length: hashBytes });
  return formatPhc({ ...passwordCost, salt, hash });
}

/** A stored password that nobody knows. Checking against it costs as much as against a real one. */
export function unknowablePassword(): string {
  return formatPhc({ ...passwordCost, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) });
}

/** Whether a stored password was hashed at another cost than passwords are today. */
export function isOutdated(stored: string): boolean {
  const hash = parsePhc(stored);
  return (['memory', 'passes', 'parallelism'] as const).some((part) => hash?.[part] !== passwordCost[part]);
}

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

/** The argon2id hash of a password, worked out off the event loop. Passwords that look the same are the same. */
export async function argon2id(
  password: string,
  options: Argon2Cost & { salt: Buffer; length: number },
): Promise<Buffer> {
  const { memory, passes, parallelism, salt, length } = options;
  const message = normalized(password, 'NFKC');
  return derive('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: length });
}
