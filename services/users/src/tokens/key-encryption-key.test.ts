import { beforeAll, expect, test } from '@jest/globals';
import type { Identity } from '@svc/contracts';
import { createKeyring, keyringFile, loadKeyring } from '@svc/service-kit';
import { temporaryDirectory } from '@svc/service-kit/testing';
import { keyEncryptionKey } from './key-encryption-key.ts';

const directory = temporaryDirectory();
const keyring = (identity: Identity) => loadKeyring(keyringFile(directory, identity));

beforeAll(async () => {
  await createKeyring(directory);
});

test('two instances with the same key file come to the same key', async () => {
  const one = await keyring('users');
  const other = await keyring('users');
  expect(keyEncryptionKey(undefined, one)).toEqual(keyEncryptionKey(undefined, other));
});

test('another service comes to another key', async () => {
  const own = keyEncryptionKey(undefined, await keyring('users'));
  expect(keyEncryptionKey(undefined, await keyring('records'))).not.toEqual(own);
});

test('a configured secret counts instead of the key file', async () => {
  const users = keyEncryptionKey('a secret of some length', await keyring('users'));
  expect(keyEncryptionKey('a secret of some length', await keyring('records'))).toEqual(users);
  expect(keyEncryptionKey('another secret entirely', await keyring('users'))).not.toEqual(users);
  expect(users).toHaveLength(32);
});
