import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createKeyring, keyringFile } from '@svc/service-kit';
import { temporaryDirectory } from '@svc/testing';
import { refused, run } from './testing/run.ts';

const nowhere = { DATA_DIR: '/nowhere' };

test.each([
  [[], 'Usage: admin'],
  [['user'], 'Usage: admin user'],
  [['user', 'create'], "required option '--username <name>' not specified"],
  [['user', 'delete'], "unknown command 'delete'"],
  [['user', 'list', '--yaml'], "unknown option '--yaml'"],
  [['site-link', 'rotate', 'all'], 'Must be a positive whole number.'],
  [['mail', 'list', '--state', 'lost'], 'Allowed choices are waiting, sending, sent'],
  [['mail', 'list', '--limit', '0'], 'Must be a whole number from 1 to 1000.'],
  [['mail', 'show'], "missing required argument 'id'"],
  [['locations', 'focus', 'set', '1', 'France'], 'Must be a positive whole number.'],
  [['keys', 'rotate-bus', '--identity', 'reports'], 'Allowed choices are gateway, records'],
  [['keys', 'rotate-bus', '--in', 'soon'], 'Must be 5 to 86400 seconds'],
  [['keys', 'rotate-bus', '--in', '4'], 'services read their key files every 5 seconds'],
  [['keys', 'rotate-bus', '--dir', 'keys', '--roll-back'], '--roll-back needs --kubernetes'],
  [['keys', 'rotate-bus', '--dir', 'keys', '--kubernetes', '--in', '60'], 'must be at least 600 seconds'],
  [['erase', 'contact', 'all', '--yes'], 'Must be a positive whole number.'],
  [['import', 'csv', 'contacts', 'x.csv', '--map', 'Phone'], 'Must be TITLE=KEY: the title of a column'],
  [['import', 'csv', 'contacts', 'x.csv', '--batch', '1001'], 'Must be a whole number from 1 to 1000.'],
  [['import', 'reference', '--url', 'crm'], 'address such as https://crm.example.org'],
])('%j is refused as wrong usage', async (args, message) => {
  expect(await run(args, nowhere)).toEqual(refused(message, 2));
});

test.each([[['--help']], [['user', 'create', '--help']]])('%j prints the help', async (args) => {
  const { code, stdout, stderr } = await run(args, nowhere);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Usage: admin');
});

test('a password is not sent over http without --allow-http', async () => {
  const account = ['--url', 'http://crm.example.org', '--user', 'ada', '--password', 'secret'];
  expect(await run(['import', 'reference', ...account], nowhere)).toEqual(refused('--allow-http'));
});

test('events cannot be kept for more than a week', async () => {
  const set = await run(['bus', 'streams'], { ...nowhere, EVENT_RETENTION_DAYS: '8' });
  expect(set).toEqual(refused('EVENT_RETENTION_DAYS'));
});

test('bus keys are created once, and rotated in their directory for one identity or all', async () => {
  const directory = temporaryDirectory();
  const keys = (command: string, ...more: string[]) =>
    run(['keys', command, '--dir', directory, ...more], nowhere);
  expect(await keys('rotate-bus')).toEqual(refused('keys create'));
  expect((await keys('create')).stdout).toContain(join(directory, 'gateway.json'));
  expect(await keys('create')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('they are unchanged'),
  });
  const counts = async () => {
    const files = await Promise.all(
      (['records', 'users'] as const).map((identity) => readFile(keyringFile(directory, identity), 'utf8')),
    );
    return files.map((file) => (JSON.parse(file) as { keys: unknown[] }).keys.length);
  };
  const one = await keys('rotate-bus', '--identity', 'records');
  expect(one).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('New keys of records become valid at 2'),
  });
  expect(await counts()).toEqual([2, 1]);
  await keys('rotate-bus', '--in', '5');
  expect(await counts()).toEqual([3, 2]);
});

test('errors about an unreachable bus and an invalid key file have no passwords', async () => {
  const directory = temporaryDirectory();
  await createKeyring(directory);
  const NATS_URL = 'nats://me:secret@127.0.0.1:1';
  const list = (keyFile: string) =>
    run(['user', 'list'], { NATS_URL, KEYRING_FILE: join(directory, keyFile) });
  const answer = await list('admin.json');
  expect(answer).toEqual(refused('127.0.0.1:1'));
  expect(answer.stderr).not.toContain('secret');
  expect(await list('none.json')).toEqual(refused('keys create'));
});
