import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/service-kit/testing';
import { readAdminConfig } from './config.ts';
import { findDeployment } from './find-deployment.ts';

let DATA_DIR: string;

beforeEach(async () => {
  DATA_DIR = temporaryDirectory();
});

const find = (env: Record<string, string> = {}) => findDeployment(readAdminConfig({ DATA_DIR, ...env }));
const writeInstance = (content: unknown) =>
  writeFile(join(DATA_DIR, 'instance.json'), typeof content === 'string' ? content : JSON.stringify(content));

test('the running instance of the data directory is found', async () => {
  await writeInstance({
    pid: process.pid,
    natsUrl: 'nats://127.0.0.1:4223',
    natsKeysDir: '/keys',
    keyringDir: '/keys',
    gatewayUrl: 'http://x',
  });
  expect(await find()).toEqual({
    bus: { NATS_URL: 'nats://127.0.0.1:4223', NATS_NKEY_FILE: '/keys/admin.nk' },
    keyringFile: '/keys/admin.json',
    dataDir: DATA_DIR,
  });
});

test('settings lead to another deployment, whatever runs here', async () => {
  await writeInstance({ pid: process.pid, natsUrl: 'nats://127.0.0.1:4223', keyringDir: '/keys' });
  const bus = { NATS_URL: 'tls://nats.example.org', NATS_NKEY_FILE: '/etc/keys/admin.nk' };
  const found = await find({ ...bus, KEYRING_FILE: '/etc/keys/admin.json' });
  expect(found).toMatchObject({ bus, keyringFile: '/etc/keys/admin.json' });
});

test('without an instance the message says what to do', async () => {
  await expect(find()).rejects.toThrow(/no running instance.*npm start.*DATA_DIR.*NATS_URL and KEYRING_FILE/);
});

test('an instance that has ended is not taken for one that runs', async () => {
  await writeInstance({ pid: 2 ** 22 + 1, natsUrl: 'nats://127.0.0.1:4223', keyringDir: '/keys' });
  await expect(find()).rejects.toThrow('has ended');
});

test.each(['', '{', '[]', '{"pid":"1"}'])('a file that holds %j describes no instance', async (content) => {
  await writeInstance(content);
  await expect(find()).rejects.toThrow('does not describe a running instance');
});

test('a key file without an address is half a deployment', async () => {
  await expect(find({ KEYRING_FILE: '/keys/admin.json' })).rejects.toThrow('set both, or neither');
});

test('an address of another kind is refused', () => {
  expect(() => readAdminConfig({ NATS_URL: 'http://127.0.0.1' })).toThrow('NATS_URL');
});
