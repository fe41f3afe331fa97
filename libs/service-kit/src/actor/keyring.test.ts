import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { identities } from '@svc/contracts';
import { createKeyring, keyringFile, loadKeyring } from './keyring.ts';

let parent: string;
let directory: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'svc-keyring-'));
  directory = join(parent, 'keys');
});

afterEach(() => rm(parent, { recursive: true, force: true }));

test('key files can be read by their owner alone', async () => {
  await createKeyring(directory);
  const files = await readdir(directory);
  expect(files.sort()).toEqual(identities.map((identity) => `${identity}.json`).sort());
  for (const file of files) expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test('a key file holds one private key, and everybody’s public ones', async () => {
  await createKeyring(directory);
  const content = JSON.parse(await readFile(keyringFile(directory, 'records'), 'utf8')) as {
    privateKey: { d: string };
    publicKeys: Record<string, { d?: string }>;
  };
  expect(content.privateKey.d).toBeTruthy();
  expect(Object.values(content.publicKeys).filter(({ d }) => d !== undefined)).toEqual([]);
  const keyring = await loadKeyring(keyringFile(directory, 'records'));
  expect(keyring.identity).toBe('records');
  expect([...keyring.publicKeys.keys()]).toEqual([...identities]);
});

test('keys that are there stay', async () => {
  await createKeyring(directory);
  const before = await readFile(keyringFile(directory, 'gateway'), 'utf8');
  await createKeyring(directory);
  expect(await readFile(keyringFile(directory, 'gateway'), 'utf8')).toBe(before);
});

test('keys whose making was cut short are made again, for everyone', async () => {
  await createKeyring(directory);
  const before = await readFile(keyringFile(directory, 'gateway'), 'utf8');
  await rm(keyringFile(directory, 'admin'));
  await createKeyring(directory);
  expect(await readFile(keyringFile(directory, 'gateway'), 'utf8')).not.toBe(before);
});

test.each([
  ['is missing', undefined],
  ['is no JSON', 'nonsense'],
  ['has no keys', '{"identity":"records"}'],
])('a keyring file that %s is named', async (_case, content) => {
  const file = join(parent, 'records.json');
  if (content !== undefined) await writeFile(file, content);
  await expect(loadKeyring(file)).rejects.toThrow(`KEYRING_FILE ${file} can not be read as a keyring`);
});

test('a keyring file of an unknown identity is refused', async () => {
  await createKeyring(directory);
  const file = keyringFile(directory, 'search');
  const content = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...content, identity: 'reports' }));
  await expect(loadKeyring(file)).rejects.toThrow('can not be read as a keyring');
});
