import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

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
