import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Identity } from '@svc/contracts';
import { createKeyring, keyringFile } from '@svc/service-kit';
import { temporaryDirectory } from '@svc/service-kit/testing';
import { run } from './testing/run.ts';

const nowhere = { DATA_DIR: '/nowhere' };

test.each([
  [[], 'Usage: admin'],
  [['user'], 'Usage: admin user'],
  [['user', 'create'], "required option '--username <name>' not specified"],
  [['user', 'delete'], "unknown command 'delete'"],
  [['user', 'list', '--yaml'], "unknown option '--yaml'"],
  [['site-link', 'rotate', 'all'], 'It is a number.'],
  [['mail', 'list', '--state', 'lost'], 'Allowed choices are waiting, sending, sent'],
  [['mail', 'list', '--limit', '0'], 'It is a number from 1 to 1000.'],
  [['mail', 'show'], "missing required argument 'id'"],
  [['locations', 'focus', 'set', '1', 'France'], 'It is a number.'],
  [['keys', 'rotate-bus', '--identity', 'reports'], 'Allowed choices are gateway, records'],
  [['keys', 'rotate-bus', '--in', 'soon'], 'It is a number of seconds'],
  [['keys', 'rotate-bus', '--in', '4'], 'from 5, in which each service reads its file'],
  [['erase', 'contact', 'all', '--yes'], 'It is a number.'],
  [['import', 'csv', 'contacts', 'x.csv', '--map', 'Phone'], 'the title of a column, = and the key'],
  [['import', 'csv', 'contacts', 'x.csv', '--batch', '1001'], 'It is a whole number from 1 to 1000.'],
  [['import', 'reference', '--url', 'crm'], 'an address such as https://crm.example.org'],
])('%j is wrong usage', async (args, message) => {
  const { code, stdout, stderr } = await run(args, nowhere);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test.each([[['--help']], [['user', 'create', '--help']]])('%j is help', async (args) => {
  const { code, stdout, stderr } = await run(args, nowhere);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Usage: admin');
});

test('a password is not sent over http unless that is said', async () => {
  const account = ['--url', 'http://crm.example.org', '--user', 'ada', '--password', 'secret'];
  const { code, stderr } = await run(['import', 'reference', ...account], nowhere);
  expect({ code, isExplained: stderr.includes('--allow-http') }).toEqual({ code: 1, isExplained: true });
});

test('events stay for a week at most', async () => {
  const { code, stderr } = await run(['bus', 'streams'], { ...nowhere, EVENT_RETENTION_DAYS: '8' });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('EVENT_RETENTION_DAYS') });
});

test('key files are made once', async () => {
  const directory = temporaryDirectory();
  const first = await run(['keys', 'create', '--dir', directory], nowhere);
  expect(first.stdout).toContain(join(directory, 'gateway.json'));
  const made = await readFile(join(directory, 'admin.json'), 'utf8');
  const second = await run(['keys', 'create', '--dir', directory], nowhere);
  expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('stay as they are') });
  expect(await readFile(join(directory, 'admin.json'), 'utf8')).toBe(made);
});

test('keys of the bus are rotated in their directory, of one identity or of all', async () => {
  const directory = temporaryDirectory();
  const none = await run(['keys', 'rotate-bus', '--dir', directory], nowhere);
  expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('keys create') });
  await createKeyring(directory);
  const keysOf = async (identity: Identity) =>
    (JSON.parse(await readFile(keyringFile(directory, identity), 'utf8')) as { keys: unknown[] }).keys;
  const one = await run(['keys', 'rotate-bus', '--dir', directory, '--identity', 'records'], nowhere);
  expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining('New keys of records begin at 2') });
  expect([(await keysOf('records')).length, (await keysOf('users')).length]).toEqual([2, 1]);
  await run(['keys', 'rotate-bus', '--dir', directory, '--in', '5'], nowhere);
  expect([(await keysOf('records')).length, (await keysOf('users')).length]).toEqual([3, 2]);
});

test('a bus that does not answer, and a key file that is none, are told without passwords', async () => {
  const directory = temporaryDirectory();
  await createKeyring(directory);
  const NATS_URL = 'nats://me:secret@127.0.0.1:1';
  const refused = await run(['user', 'list'], { NATS_URL, KEYRING_FILE: join(directory, 'admin.json') });
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('127.0.0.1:1') });
  expect(refused.stderr).not.toContain('secret');
  const noKeys = await run(['user', 'list'], { NATS_URL, KEYRING_FILE: join(directory, 'none.json') });
  expect(noKeys).toMatchObject({ code: 1, stderr: expect.stringContaining('keys create') });
});
