import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Identity } from '@svc/contracts';
import { createKeyring, keyringFile, loadKeyring, seal, unseal } from '@svc/service-kit';
import { temporaryDirectory } from '@svc/testing';
import { keyEncryptionKey } from './key-encryption-key.ts';

const key = randomBytes(32);

test('a sealed text opens with the same key and name', () => {
  const opens = (text: string, name: string) => expect(unseal(seal(text, key, name), key, name)).toBe(text);
  fc.assert(fc.property(fc.string(), fc.string(), opens));
});

test('a sealed text does not open with another key or name', () => {
  const sealed = seal('secret', key, 'kid-1');
  expect(unseal(sealed, randomBytes(32), 'kid-1')).toBeUndefined();
  expect(unseal(sealed, key, 'kid-2')).toBeUndefined();
});

test('a sealed text does not open after a change of one byte', () => {
  const parts = seal('secret', key, 'kid')
    .split('.')
    .map((part) => Buffer.from(part, 'base64url'));
  fc.assert(
    fc.property(fc.nat(2), fc.nat(), fc.integer({ min: 1, max: 255 }), (part, at, change) => {
      const copy = parts.map((bytes) => Buffer.from(bytes));
      const bytes = copy[part] as Buffer;
      bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ change;
      expect(unseal(copy.map((each) => each.toString('base64url')).join('.'), key, 'kid')).toBeUndefined();
    }),
  );
});

test.each(['', 'a.b', 'not sealed at all', 'a.b.c'])('%j does not open', (text) => {
  expect(unseal(text, key, 'kid')).toBeUndefined();
});

const directory = temporaryDirectory();
const keyOf = async (identity: Identity, secret?: string) =>
  keyEncryptionKey(secret, await loadKeyring(keyringFile(directory, identity)));

beforeAll(async () => {
  await createKeyring(directory);
});

test('instances with one key file derive the same key, other services another one', async () => {
  const own = await keyOf('users');
  expect(own).toHaveLength(32);
  expect(await keyOf('users')).toEqual(own);
  expect(await keyOf('records')).not.toEqual(own);
});

test('a configured secret replaces the key file', async () => {
  const own = await keyOf('users', 'a secret of some length');
  expect(await keyOf('records', 'a secret of some length')).toEqual(own);
  expect(await keyOf('users', 'another secret entirely')).not.toEqual(own);
});
