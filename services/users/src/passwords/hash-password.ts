import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalized } from '@svc/service-kit';
import { settingOf, wordpressHash } from './wordpress-hash.ts';

/** The cost of a hash in use: OWASP's recommendation for argon2id, 19 MiB, two passes, one lane. */
export const passwordCost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 };

const saltBytes = 16;
const hashBytes = 32;

const derive = promisify(argon2);

export async function hashPassword(password: string, cost = passwordCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await argon2id(password, { ...cost, salt, length: hashBytes });
  return formatPhc({ ...cost, salt, hash });
}

/** A hash that no password matches. Checking it costs as much as a real one. */
export function unknowablePassword(cost = passwordCost): string {
  return formatPhc({ ...cost, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) });
}

/**
 * The stored form of a password of which only WordPress's hash is known: its setting, and an argon2id hash of it, since WordPress's own can be
 * guessed fast. Undefined for a hash of another kind.
 */
export async function hashImported(hash: string, cost = passwordCost): Promise<string | undefined> {
  const setting = settingOf(hash);
  return setting === undefined ? undefined : setting + (await hashPassword(hash, cost));
}

const importedPattern = /^(\$(?:[PH]\$.{9}|wp\$2y\$\d\d\$.{22}))(\$argon2id\$.+)$/;

/** Whether a stored hash is one of `hashImported`: after the next login it is not. */
export function isImportedHash(stored: string): boolean {
  return importedPattern.test(stored);
}

/** Whether a hash was made with another cost, or imported. */
export function isOutdated(stored: string, cost = passwordCost): boolean {
  const hash = parsePhc(stored);
  return (['memory', 'passes', 'parallelism'] as const).some((part) => hash?.[part] !== cost[part]);
}

/** Whether a password matches a stored hash. @throws Error when the stored hash is neither an argon2id PHC string nor imported. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, setting, phc] = importedPattern.exec(stored) ?? [];
  if (setting !== undefined && phc !== undefined)
    return verifyPassword(await wordpressHash(password, setting), phc);
  const expected = parsePhc(stored);
  if (!expected) throw new Error('the stored password hash is not an argon2id PHC string');
  const actual = await argon2id(password, { ...expected, length: expected.hash.byteLength });
  return timingSafeEqual(actual, expected.hash);
}

/** The argon2id hash of a password's NFKC form, computed off the event loop. */
export async function argon2id(
  password: string,
  options: Argon2Cost & { salt: Buffer; length: number },
): Promise<Buffer> {
  const { memory, passes, parallelism, salt, length } = options;
  const message = normalized(password, 'NFKC');
  return derive('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: length });
}

export interface Argon2Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

interface Argon2Hash extends Argon2Cost {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const pattern = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The PHC string of a hash: `$argon2id$v=19$m=…,t=…,p=…$<salt>$<hash>`. */
export function formatPhc({ memory, passes, parallelism, salt, hash }: Argon2Hash): string {
  const cost = `m=${memory},t=${passes},p=${parallelism}`;
  return ['', 'argon2id', 'v=19', cost, unpadded(salt), unpadded(hash)].join('$');
}

/** The parts of an argon2id PHC string; undefined for any other text. */
export function parsePhc(phc: string): Argon2Hash | undefined {
  const [, memory, passes, parallelism, salt, hash] = pattern.exec(phc) ?? [];
  if (!memory || !passes || !parallelism || !salt || !hash) return undefined;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
