import { generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { identities, type Identity } from '@svc/contracts';
import { captureLog, temporaryDirectory, until } from '@svc/testing';
import { trustedAfterSuccession, type Keyring } from './keyring.ts';
import { keyringFile, watchKeyring, loadKeyring } from './keyring-file.ts';
import { createKeyring, rotateKeyring } from './make-keyrings.ts';

const day = 24 * 60 * 60 * 1000;

let parent: string;
let directory: string;

beforeEach(() => {
  parent = temporaryDirectory();
  directory = join(parent, 'keys');
});

afterEach(() => void jest.restoreAllMocks());

const load = (identity: Identity) => loadKeyring(keyringFile(directory, identity), identity);

const contentOf = async (identity: Identity) =>
  JSON.parse(await readFile(keyringFile(directory, identity), 'utf8')) as {
    keys: { signing: { d: string } }[];
    publicKeys: Record<string, { signing: object; exchange: object }[]>;
  };

test('key files are readable by their owner only, in an open directory and after a rotation too', async () => {
  await mkdir(directory, { mode: 0o755 });
  await createKeyring(directory);
  await rotateKeyring(directory, { rotated: identities, startsAt: Date.now() });
  const files = await readdir(directory);
  expect(files.sort()).toEqual(identities.map((identity) => `${identity}.json`).sort());
  for (const file of files) expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test('a key file holds the private keys of one identity, and the public keys of all', async () => {
  await createKeyring(directory);
  await rotateKeyring(directory, { rotated: identities, startsAt: Date.now() });
  const own = await contentOf('records');
  const others = await contentOf('users');
  const privateKeys = own.keys.map(({ signing }) => signing.d);
  expect(privateKeys.every((key) => key.length > 0)).toBe(true);
  expect(Object.keys(own.publicKeys)).toEqual([...identities]);
  expect(JSON.stringify(own.publicKeys)).not.toContain('"d"');
  for (const key of privateKeys) expect(JSON.stringify(others)).not.toContain(key);
});

test('existing keys are kept, and an incomplete set is created again for all identities', async () => {
  const gateways = () => readFile(keyringFile(directory, 'gateway'), 'utf8');
  expect(await createKeyring(directory)).toBe('made');
  const before = await gateways();
  expect(await createKeyring(directory)).toBe('kept');
  expect(await gateways()).toBe(before);
  await rm(keyringFile(directory, 'admin'));
  await createKeyring(directory);
  expect(await gateways()).not.toBe(before);
});

test.each([
  ['is missing', undefined],
  ['is not JSON', 'nonsense'],
  ['has no keys', '{"identity":"records"}'],
])('the error names a keyring file that %s', async (_case, content) => {
  const file = join(parent, 'records.json');
  if (content !== undefined) await writeFile(file, content);
  await expect(loadKeyring(file)).rejects.toThrow(`KEYRING_FILE ${file} is not a valid key file`);
});

test('a keyring file of an unknown identity or of another service is refused', async () => {
  await createKeyring(directory);
  const file = keyringFile(directory, 'search');
  await expect(loadKeyring(file, 'records')).rejects.toThrow(
    `KEYRING_FILE ${file} is the key file of search, but this service is records`,
  );
  const content = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...content, identity: 'reports' }));
  await expect(loadKeyring(file)).rejects.toThrow('is not a valid key file');
});

test('key files of the older format are refused with instructions, and an update keeps their keys', async () => {
  await createKeyring(directory);
  const pairs = new Map(identities.map((identity) => [identity, generateKeyPairSync('ed25519')]));
  const jwk = (key: KeyObject | undefined) => key?.export({ format: 'jwk' });
  const publicKeys = Object.fromEntries([...pairs].map(([name, pair]) => [name, jwk(pair.publicKey)]));
  for (const [identity, pair] of pairs) {
    const old = { identity, privateKey: jwk(pair.privateKey), publicKeys };
    await writeFile(keyringFile(directory, identity), JSON.stringify(old));
  }
  await expect(load('records')).rejects.toThrow(
    'update the key files of its directory with `npm run -s admin -- keys create --dir DIRECTORY`',
  );
  expect(await createKeyring(directory)).toBe('updated');
  const records = await load('records');
  expect(jwk(records.signing.signing)).toEqual(jwk(pairs.get('records')?.privateKey));
  const key = Buffer.from(jwk(pairs.get('records')?.privateKey)?.d ?? '', 'base64url');
  const secret = hkdfSync('sha256', key, Buffer.alloc(0), 'svc keyring secret', 32);
  expect(Buffer.from(records.secret)).toEqual(Buffer.from(secret));
  expectAgreement(records, await load('users'));
});

test('two identities derive a common key that differs from the keys of other pairs', async () => {
  await createKeyring(directory);
  const records = await load('records');
  const users = await load('users');
  const search = await load('search');
  expectAgreement(records, users);
  expect(records.pairKey('users').key.equals(search.pairKey('users').key)).toBe(false);
  expect(records.pairKey('users').key.equals(records.pairKey('search').key)).toBe(false);
});

test('new keys are published before use, and old keys stay trusted for a limited time', async () => {
  await createKeyring(directory);
  const { signing, secret } = await load('records');
  const first = signing.id;
  const startsAt = Date.now() + 60_000;
  await rotateKeyring(directory, { rotated: ['records'], startsAt });
  const records = await load('records');
  const users = await load('users');
  const old = records.pairKey('users');
  expect([records.signing.id, records.secret]).toEqual([first, secret]);

  jest.spyOn(Date, 'now').mockReturnValue(startsAt);
  const second = records.signing.id;
  expect(second).not.toBe(first);
  expectAgreement(records, users);
  const heard = { ownId: old.otherId, otherId: old.ownId };
  expect(users.pairKeyOf('records', heard)?.equals(old.key)).toBe(true);
  for (const id of [first, second]) expect(users.publicKey('records', id)).toBeDefined();

  jest.spyOn(Date, 'now').mockReturnValue(startsAt + trustedAfterSuccession + 1);
  expect(users.publicKey('records', first)).toBeUndefined();
  expect(users.pairKeyOf('records', heard)).toBeUndefined();
  // What a stream got in its time is read for as long as it is there.
  expect(users.publicKey('records', first, startsAt)).toBeDefined();
  expect(users.publicKey('records', second)).toBeDefined();
});

test('a rotation removes private keys that are no longer trusted and public keys no longer in use', async () => {
  await createKeyring(directory);
  const now = Date.now();
  const rotated = ['records'] as const;
  const counts = async () => {
    const { keys, publicKeys } = await contentOf('records');
    return [keys.length, publicKeys['records']?.length, publicKeys['users']?.length];
  };
  await rotateKeyring(directory, { rotated, startsAt: now });
  expect(await counts()).toEqual([2, 2, 1]);
  jest.spyOn(Date, 'now').mockReturnValue(now + day);
  await rotateKeyring(directory, { rotated, startsAt: now + day });
  expect(await counts()).toEqual([2, 3, 1]);
  jest.spyOn(Date, 'now').mockReturnValue(now + 32 * day);
  await rotateKeyring(directory, { rotated, startsAt: now + 32 * day });
  expect(await counts()).toEqual([2, 2, 1]);
});

test('a process loads its changed key file through a symlink, and rejects invalid and foreign ones', async () => {
  await createKeyring(directory);
  // As Kubernetes mounts secrets: a directory that is exchanged by one rename of a symlink.
  const swapTo = async (target: string) => {
    await symlink(target, join(parent, 'next'));
    await rename(join(parent, 'next'), join(parent, 'mounted'));
  };
  await swapTo(directory);
  const file = keyringFile(join(parent, 'mounted'), 'records');
  const records = await loadKeyring(file, 'records');
  const first = records.signing.id;
  const { log, lines } = captureLog();
  const watch = watchKeyring(records, file, log);
  try {
    for (const [name, content] of [
      ['broken', '{"identity":'],
      ['foreign', await readFile(keyringFile(directory, 'users'), 'utf8')],
    ] as const) {
      await createKeyring(join(parent, name));
      await writeFile(keyringFile(join(parent, name), 'records'), content);
      await swapTo(join(parent, name));
      await until(() => expect(lines.filter(({ level }) => level === 50)).toHaveLength(1));
      lines.splice(0);
      expect(records.signing.id).toBe(first);
    }
    await rotateKeyring(directory, { rotated: ['records'], startsAt: Date.now() });
    await swapTo(directory);
    await until(() => expect(records.signing.id).not.toBe(first));
  } finally {
    await watch.stop();
  }
});

function expectAgreement(one: Keyring, other: Keyring): void {
  const { ownId, otherId, key } = one.pairKey(other.identity);
  expect(other.pairKeyOf(one.identity, { ownId: otherId, otherId: ownId })?.equals(key)).toBe(true);
}
