import { createHash, randomBytes } from 'node:crypto';

const number = 10;
/** Characters of a code; each has five random bits. */
const length = 16;
/** Without letters that look like digits. */
const alphabet = 'abcdefghjkmnpqrstvwxyz0123456789';

/** Codes for a user who has lost the second factor. Each is valid once, and has 80 random bits in groups of four characters. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: number }, () =>
    [...randomBytes(length)]
      .map((byte) => alphabet[byte % alphabet.length])
      .join('')
      .replace(/.{4}(?=.)/g, '$&-'),
  );
}

/** The stored form of a recovery code: enough for 80 random bits. Spaces, dashes and case do not matter. */
export function hashOfRecoveryCode(code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(plain).digest('base64url');
}
