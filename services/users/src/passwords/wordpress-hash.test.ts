import { describe, expect, test } from '@jest/globals';
import { hashImported, isImportedHash, isOutdated, verifyPassword } from './hash-password.ts';
import { settingOf, wordpressHash } from './wordpress-hash.ts';

const cheap = { memory: 8, passes: 1, parallelism: 1 };
/** A published example of phpass. */
const portable = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0';
const blowfishSetting = '$wp$2y$04$abcdefghijklmnopqrstuu';

describe('a hash of WordPress', () => {
  test('is computed as phpass does', async () => {
    expect(settingOf(portable)).toBe('$P$9IQRaTwmf');
    expect(await wordpressHash('test12345', '$P$9IQRaTwmf')).toBe(portable);
  });

  test('is computed as WordPress 6.8 does, without blanks around the password', async () => {
    const hash = await wordpressHash('secret', blowfishSetting);
    expect(settingOf(hash)).toBe(blowfishSetting);
    expect(await wordpressHash(' secret ', blowfishSetting)).toBe(hash);
  });

  test.each([
    ['MD5 alone', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['bcrypt of a plugin', `$2y$10$${'a'.repeat(53)}`],
    ['an expensive one', portable.replace('$P$9', '$P$U')],
    ['a very expensive one', `$wp$2y$31$${'a'.repeat(53)}`],
    ['a short one', '$P$9IQRaTwm'],
    ['no hash', ''],
  ])('of another kind has no setting: %s', (_what, hash) => {
    expect(settingOf(hash)).toBeUndefined();
  });
});

describe('an imported password', () => {
  test.each(['phpass', 'bcrypt'])('of %s is known by a hash of its hash, and outdated', async (kind) => {
    const given = kind === 'phpass' ? portable : await wordpressHash('test12345', blowfishSetting);
    const stored = (await hashImported(given, cheap)) ?? '';
    expect(stored).toContain('$argon2id$');
    expect(stored).not.toContain(given);
    expect(isImportedHash(stored)).toBe(true);
    expect(isOutdated(stored, cheap)).toBe(true);
    expect(await verifyPassword('test12345', stored)).toBe(true);
    expect(await verifyPassword('test12346', stored)).toBe(false);
    // The stolen hash of the source is no password here.
    expect(await verifyPassword(given, stored)).toBe(false);
  });

  test('of another kind is not imported', async () => {
    expect(await hashImported('5f4dcc3b5aa765d61d8327deb882cf99', cheap)).toBeUndefined();
  });
});
