import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { readAdminConfig } from './config.ts';
import { findDeployment } from './find-deployment.ts';

let DATA_DIR: string;

beforeEach(async () => {
  DATA_DIR = temporaryDirectory();
});

const instance = { pid: process.pid, natsUrl: 'nats://127.0.0.1:4223', keyringDir: '/keys' };

const find = (env: Record<string, string> = {}) => findDeployment(readAdminConfig({ DATA_DIR, ...env }));
const writeInstance = (content: unknown) =>
  writeFile(join(DATA_DIR, 'instance.json'), typeof content === 'string' ? content : JSON.stringify(content));

test('the running instance of the data directory is found', async () => {
  await writeInstance({ ...instance, natsKeysDir: '/keys', gatewayUrl: 'http://x' });
  expect(await find()).toEqual({
    bus: { NATS_URL: 'nats://127.0.0.1:4223', NATS_NKEY_FILE: '/keys/admin.nk' },
    keyringFile: '/keys/admin.json',
    dataDir: DATA_DIR,
  });
});

test('settings override the running instance of the data directory', async () => {
  await writeInstance(instance);
  const bus = { NATS_URL: 'tls://nats.example.org', NATS_NKEY_FILE: '/etc/keys/admin.nk' };
  const found = await find({ ...bus, KEYRING_FILE: '/etc/keys/admin.json' });
  expect(found).toMatchObject({ bus, keyringFile: '/etc/keys/admin.json' });
});

test.each<[string, unknown, RegExp]>([
  ['is missing', undefined, /no running instance.*npm start.*DATA_DIR.*NATS_URL and KEYRING_FILE/],
  ['belongs to a stopped instance', { ...instance, pid: 2 ** 22 + 1 }, /has ended/],
  ['is empty', '', /does not describe a running instance/],
  ['is not JSON', '{', /does not describe a running instance/],
  ['is a list', [], /does not describe a running instance/],
  ['lacks addresses', { pid: '1' }, /does not describe a running instance/],
])('an instance file that %s is refused with a remedy', async (_what, content, message) => {
  if (content !== undefined) await writeInstance(content);
  await expect(find()).rejects.toThrow(message);
});

test('a key file without an address is refused', async () => {
  await expect(find({ KEYRING_FILE: '/keys/admin.json' })).rejects.toThrow('set both or neither');
});

test('a NATS_URL with another protocol is refused', () => {
  expect(() => readAdminConfig({ NATS_URL: 'http://127.0.0.1' })).toThrow('NATS_URL');
});
