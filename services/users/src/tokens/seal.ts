import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';

/** Encrypts a text under a 256-bit key. It opens only under the same key and the same name. */
export function seal(text: string, key: Buffer, name: string): string {
  const iv = randomBytes(12);
  const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(name));
  const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return [iv, sealing.getAuthTag(), body].map((part) => part.toString('base64url')).join('.');
}

/** The text of a sealed one; undefined when the key or the name is another, or it was changed. */
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
