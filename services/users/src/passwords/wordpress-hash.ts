import { createHash, createHmac } from 'node:crypto';
import { hash as bcrypt } from 'bcryptjs';

/**
 * The part of a password hash of WordPress that its computation needs: kind, cost and salt. Of WordPress up to 6.7 it is the portable hash of
 * phpass (`$P$B…`), since then bcrypt over an HMAC (`$wp$2y$…`). Undefined for another kind, or for a cost that would keep the service busy.
 */
export function settingOf(hash: string): string | undefined {
  const portable = /^(\$[PH]\$([./0-9A-Za-z])[./0-9A-Za-z]{8})[./0-9A-Za-z]{22}$/.exec(hash);
  if (portable) return exponentOf(portable[2]) <= maxExponents.portable ? portable[1] : undefined;
  const blowfish = /^(\$wp\$2y\$(\d\d)\$[./A-Za-z0-9]{22})[./A-Za-z0-9]{31}$/.exec(hash);
  return blowfish && Number(blowfish[2]) <= maxExponents.blowfish ? blowfish[1] : undefined;
}

/** The number of rounds is a power of two. WordPress has 13, and 10 or 12. */
const maxExponents = { portable: 16, blowfish: 13 };

/** The hash of a password as WordPress stores it, for a setting of `settingOf`. */
export async function wordpressHash(password: string, setting: string): Promise<string> {
  if (!setting.startsWith(blowfishPrefix)) return setting + portableHash(password, setting);
  // Bcrypt reads 72 bytes and ends at a zero byte: the digest in Base64 is shorter and has none.
  const digest = createHmac('sha384', 'wp-sha384').update(password.trim()).digest('base64');
  return `$wp${await bcrypt(digest, setting.slice('$wp'.length))}`;
}

const blowfishPrefix = '$wp$2y$';
const digits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function exponentOf(digit = ''): number {
  return digits.indexOf(digit);
}

function portableHash(password: string, setting: string): string {
  const text = Buffer.from(password);
  const md5 = (before: Buffer) => createHash('md5').update(before).update(text).digest();
  let digest = md5(Buffer.from(setting.slice(4)));
  for (let round = 2 ** exponentOf(setting[3]); round > 0; round -= 1) digest = md5(digest);
  return inDigits(digest);
}

/** Three bytes at a time in four digits of six bits each, the lowest first. */
function inDigits(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const part = bytes.subarray(at, at + 3);
    const value = part.reduceRight((higher, byte) => (higher << 8) | byte, 0);
    for (let place = 0; place <= part.length; place += 1)
      text += digits.charAt((value >> (6 * place)) & 0x3f);
  }
  return text;
}
