import { createCipheriv, createDecipheriv, randomBytes, hkdfSync } from 'node:crypto';
import type { Keyring } from '@svc/service-kit';

const cipher = 'aes-256-gcm';

/** Encrypts a text with a 256-bit key; decryption requires the same key and name. */
export function seal(text: string, key: Buffer, name: string): string {
  const iv = randomBytes(12);
  const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(name));
  const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return [iv, sealing.getAuthTag(), body].map((part) => part.toString('base64url')).join('.');
}

/** Decrypts a text; undefined for another key or name, or when it was tampered with. */
export function unseal(sealed: string, key: Buffer, name: string): string | undefined {
  const [iv, tag, body] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!iv || !tag || !body) return undefined;
  try {
    const opening = createDecipheriv(cipher, key, iv, { authTagLength: 16 })
      .setAAD(Buffer.from(name))
      .setAuthTag(tag);
    return Buffer.concat([opening.update(body), opening.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The kinds of encrypted secrets, each with a key of its own. */
const purposes = {
  'signing keys': 'users: encryption of JWT signing keys, version 1',
  'site links': 'users: encryption of site link tokens, version 1',
  'refresh tokens': 'users: authentication of refresh tokens, version 1',
} as const;

/**
 * The key that encrypts secrets of a kind: derived from the configured secret or, without one, from the secret of this
 * service's keyring, which all instances share.
 */
export function keyEncryptionKey(
  secret: string | undefined,
  keyring: Pick<Keyring, 'secret'>,
  kind: keyof typeof purposes = 'signing keys',
): Buffer {
  const material = secret === undefined ? keyring.secret : Buffer.from(secret, 'utf8');
  return Buffer.from(hkdfSync('sha256', material, Buffer.alloc(0), purposes[kind], 32));
}
