import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hashPassword, passwordCost, unknowablePassword, verifyPassword } from './hash-password.ts';
import { parsePhc } from './phc-string.ts';

test('a password is verified against its hash, and no other one is', async () => {
  const different = fc
    .tuple(fc.string(), fc.string())
    .filter(([a, b]) => a.normalize('NFKC') !== b.normalize('NFKC'));
  await fc.assert(
    fc.asyncProperty(different, async ([password, other]) => {
      const stored = await hashPassword(password);
      expect(await verifyPassword(password, stored)).toBe(true);
      expect(await verifyPassword(other, stored)).toBe(false);
    }),
    { numRuns: 15 },
  );
});

test('one password has another hash every time', async () => {
  const [a, b] = await Promise.all([hashPassword('the same'), hashPassword('the same')]);
  expect(a).not.toBe(b);
});

test('a password may be typed in another Unicode form', async () => {
  expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});

test('a changed hash is not verified', async () => {
  const stored = await hashPassword('secret-password');
  const last = stored.at(-2) === 'A' ? 'B' : 'A';
  expect(await verifyPassword('secret-password', stored.slice(0, -2) + last + stored.at(-1))).toBe(false);
  expect(await verifyPassword('secret-password', stored.replace('t=2', 't=3'))).toBe(false);
});

test('what is stored in another way is a defect, not a wrong password', async () => {
  await expect(verifyPassword('secret-password', 'secret-password')).rejects.toThrow('PHC');
});

test('the stand-in for unknown users costs the same and is nobody’s password', async () => {
  const standIn = unknowablePassword();
  expect(parsePhc(standIn)).toMatchObject(passwordCost);
  expect(await verifyPassword('', standIn)).toBe(false);
});
