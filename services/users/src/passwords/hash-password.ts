import { randomBytes } from 'node:crypto';
import { argon2id } from './argon2id.ts';
import { formatPhc, parsePhc, type Argon2Cost } from './phc-string.ts';

/** What OWASP's password storage recommendations ask of argon2id: 19 MiB, two passes, one lane. */
export const passwordCost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 };

const saltBytes = 16;
const hashBytes = 32;

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
