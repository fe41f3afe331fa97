import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { normalized } from '@svc/service-kit';
import type { Argon2Cost } from './phc-string.ts';

const derive = promisify(argon2);

/** The argon2id hash of a password, worked out off the event loop. Passwords that look the same are the same. */
export async function argon2id(
  password: string,
  options: Argon2Cost & { salt: Buffer; length: number },
): Promise<Buffer> {
  const { memory, passes, parallelism, salt, length } = options;
  const message = normalized(password, 'NFKC');
  return derive('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: length });
}
