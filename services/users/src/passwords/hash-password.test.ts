import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  formatPhc,
  hashPassword,
  parsePhc,
  passwordCost,
  unknowablePassword,
  verifyPassword,
} from './hash-password.ts';

/** For properties of hashes of any cost. */
const lowCost = { ...passwordCost, memory: 64, passes: 1 };

test('a password matches its own hash only', async () => {
  const different = fc
    .tuple(fc.string(), fc.string())
    .filter(([a, b]) => a.normalize('NFKC') !== b.normalize('NFKC'));
  await fc.assert(
    fc.asyncProperty(different, async ([password, other]) => {
      const stored = await hashPassword(password, lowCost);
      expect(await verifyPassword(password, stored)).toBe(true);
      expect(await verifyPassword(other, stored)).toBe(false);
    }),
    { numRuns: 15 },
  );
});

test('a hash has the recommended cost of argon2id', async () => {
  expect(await hashPassword('secret-password')).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
});

test('two hashes of one password differ', async () => {
  const [a, b] = await Promise.all([hashPassword('the same'), hashPassword('the same')]);
  expect(a).not.toBe(b);
});

test('a password matches in another Unicode normalization form', async () => {
  expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});

test('a password does not match a changed hash', async () => {
  const stored = await hashPassword('secret-password');
  const last = stored.at(-2) === 'A' ? 'B' : 'A';
  expect(await verifyPassword('secret-password', stored.slice(0, -2) + last + stored.at(-1))).toBe(false);
  expect(await verifyPassword('secret-password', stored.replace('t=2', 't=3'))).toBe(false);
});

test('a stored hash of another format throws an error', async () => {
  await expect(verifyPassword('secret-password', 'secret-password')).rejects.toThrow('PHC');
});

test('the hash for unknown users costs the same and matches no password', async () => {
  const standIn = unknowablePassword();
  expect(parsePhc(standIn)).toMatchObject(passwordCost);
  expect(await verifyPassword('', standIn)).toBe(false);
});

const bytes = fc.uint8Array({ minLength: 8, maxLength: 64 }).map((array) => Buffer.from(array));
const hash = fc.record({
  memory: fc.integer({ min: 8, max: 99_999_999 }),
  passes: fc.integer({ min: 1, max: 9_999 }),
  parallelism: fc.integer({ min: 1, max: 999 }),
  salt: bytes,
  hash: bytes,
});

test('a formatted hash is parsed to the same values', () => {
  fc.assert(fc.property(hash, (value) => expect(parsePhc(formatPhc(value))).toEqual(value)));
});

test('a hash has the PHC string format', () => {
  const cost = { memory: 19_456, passes: 2, parallelism: 1 };
  const value = { ...cost, salt: Buffer.from('somesalt'), hash: Buffer.from('hash') };
  expect(formatPhc(value)).toBe('$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA');
});

test.each([
  '',
  'plain text',
  '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA',
  '$argon2id$v=16$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA',
  '$argon2id$v=19$m=19456,t=2$c29tZXNhbHQ$aGFzaA',
  '$argon2id$v=19$m=19456,t=2,p=1$$aGFzaA',
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA\n',
])('%j is refused as an argon2id hash', (text) => {
  expect(parsePhc(text)).toBeUndefined();
});
