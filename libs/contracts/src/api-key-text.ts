import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The beginning of every API key, by which scanners for leaked secrets recognize it. */
export const apiKeyPrefix = 'rvk_';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretBytes = 32;
/** The digits of a secret, and of a checksum. */
const lengths = { secret: 43, checksum: 6 };
const form = new RegExp(
  `^${apiKeyPrefix}([0-9A-Za-z]{${lengths.secret}})([0-9A-Za-z]{${lengths.checksum}})$`,
);

/** Makes a new API key: the prefix, a random secret of 256 bits in base 62, and the CRC-32 of the secret in base 62. */
export function makeApiKey(): string {
  const secret = inBase62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), lengths.secret);
  return `${apiKeyPrefix}${secret}${checksumOf(secret)}`;
}

/** Whether a bearer is an API key, even a mistyped one. */
export function looksLikeApiKey(bearer: string): boolean {
  return bearer.startsWith(apiKeyPrefix);
}

/** Whether an API key is complete and its checksum is right. A key that is not was mistyped or cut off. */
export function isWellFormedApiKey(key: string): boolean {
  const [, secret = '', checksum] = form.exec(key) ?? [];
  return checksum !== undefined && checksum === checksumOf(secret);
}

function checksumOf(secret: string): string {
  return inBase62(BigInt(crc32(secret)), lengths.checksum);
}

function inBase62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`;
  return text.padStart(length, '0');
}
