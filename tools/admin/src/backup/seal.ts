import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { parseJson } from '@svc/service-kit';
import { AdminError } from '../admin-error.ts';

export interface Secret {
  readonly kind: 'passphrase' | 'key file';
  readonly bytes: Uint8Array;
}

const firstLine = 'records-service backup 1';
const headerSchema = z.object({
  key: z.enum(['passphrase', 'key file']),
  salt: z.base64(),
  /** The cost parameter N of scrypt; 0 for a key file. The maximum limits the memory that scrypt takes. */
  cost: z
    .int()
    .min(0)
    .max(2 ** 20),
  /** Distinguishes a wrong secret from a damaged file. */
  check: z.base64(),
});
const scryptCost = 2 ** 17;
/** Bytes of the GCM tag, and so the length of an empty piece. */
export const tagLength = 16;
/** The highest bit of a piece's length marks the last piece. */
export const lastBit = 0x8000_0000;

const derive = promisify<Uint8Array, Uint8Array, number, object, Buffer>(scrypt);

/** Encrypts and decrypts the pieces of one file (docs/adr/0016-backup-and-erasing.md). */
export class Seal {
  readonly header: string;
  readonly #key: Uint8Array;
  readonly #digest: Uint8Array;

  private constructor(header: string, key: Uint8Array) {
    this.header = header;
    this.#key = key;
    this.#digest = createHash('sha256').update(header).digest();
  }

  static async create(secret: Secret): Promise<Seal> {
    const salt = randomBytes(32);
    const cost = secret.kind === 'passphrase' ? scryptCost : 0;
    const { key, check } = await keysOf(secret, salt, cost);
    const facts = { key: secret.kind, salt: salt.toString('base64'), cost, check: check.toString('base64') };
    return new Seal(`${firstLine}\n${JSON.stringify(facts)}\n`, key);
  }

  /** @throws AdminError when the secret is wrong, or the header is not that of a backup. */
  static async of(header: string, secret: Secret, path: string): Promise<Seal> {
    const [line, json = ''] = header.split('\n');
    const facts = headerSchema.safeParse(parseJson(json));
    if (line !== firstLine || !facts.success)
      throw new AdminError(`${path} is not a backup of the Records Service.`);
    const { key: kind, salt, cost, check } = facts.data;
    if (kind !== secret.kind)
      throw new AdminError(`${path} is encrypted with a ${kind}, not with a ${secret.kind}.`);
    const keys = await keysOf(secret, Buffer.from(salt, 'base64'), cost);
    const expected = Buffer.from(check, 'base64');
    if (expected.length !== keys.check.length || !timingSafeEqual(expected, keys.check))
      throw new AdminError(`The ${kind} is wrong: it does not decrypt ${path}.`);
    return new Seal(header, keys.key);
  }

  close(plain: readonly Uint8Array[], number: number, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(number)).setAAD(this.#about(isLast));
    const parts = [...plain.map((part) => cipher.update(part)), cipher.final(), cipher.getAuthTag()];
    const length = Buffer.alloc(4);
    length.writeUInt32BE((isLast ? lastBit : 0) + parts.reduce((sum, part) => sum + part.length, 0));
    return Buffer.concat([length, ...parts]);
  }

  /** @throws Error unless `sealed` is the piece of this file with this number. */
  open(sealed: Uint8Array, number: number, isLast: boolean): Buffer {
    const end = sealed.length - tagLength;
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(number), { authTagLength: tagLength })
      .setAAD(this.#about(isLast))
      .setAuthTag(sealed.subarray(end));
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  }

  /** Authenticated data that binds a piece to its file, and the last piece to the end. */
  #about(isLast: boolean): Uint8Array {
    return Buffer.concat([this.#digest, Buffer.of(isLast ? 1 : 0)]);
  }
}

/** The number of a piece can be its nonce, since the key is used for this file only. */
function nonceOf(number: number): Uint8Array {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

async function keysOf({ kind, bytes }: Secret, salt: Uint8Array, cost: number) {
  const root =
    kind === 'passphrase'
      ? await derive(bytes, salt, 32, { N: cost, r: 8, p: 1, maxmem: 256 * 8 * cost })
      : Buffer.from(hkdfSync('sha256', bytes, salt, 'records-service backup', 32));
  const key = createHmac('sha256', root).update('pieces').digest();
  return { key, check: createHmac('sha256', root).update('check').digest() };
}
