import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startServices, type Services } from '@svc/launcher';
import { startStack, type Stack } from '@svc/local-stack';
import { run } from './testing/run.ts';

let DATA_DIR: string;
let stack: Stack;
let services: Services;
const report = () => {};

beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'admin-run-'));
  stack = await startStack({ dataDir: DATA_DIR, env: {}, report, throwAway: true });
  services = await startServices({
    ...{ stack, dataDir: DATA_DIR, report, restart: false },
    env: { PATH: process.env['PATH'] },
    instances: { gateway: 0, records: 1, comments: 0, search: 0, users: 1 },
  });
}, 90_000);

afterAll(async () => {
  await services.stop();
  await stack.stop();
  await rm(DATA_DIR, { recursive: true });
});

const admin = (args: string, input?: string) => run(args.split(' '), { DATA_DIR }, input);
const create = (username: string, more = '') =>
  admin(
    `user create --username ${username} --email ${username}@ref.test --display-name ${username} ` +
      `--role multiplier --password secret-password ${more}`.trim(),
  );

test('a user is created, and with --json nothing but its ids is printed', async () => {
  const { code, stdout, stderr } = await create('mona', '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\{"id":\d+,"corresponds_to_contact":\d+\}\n$/);
});

test('a user is created with several roles and a password from standard input', async () => {
  const args =
    'user create --username rita --email rita@ref.test --display-name Rita --role partner --role marketer';
  const { code, stdout } = await admin(`${args} --password -`, 'from-standard-input\n');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Created user \d+ \(rita\); its contact is \d+\.\n$/);
  const { stdout: users } = await admin('user list --json');
  const rita = (JSON.parse(users) as { username: string }[]).find(({ username }) => username === 'rita');
  expect(rita).toMatchObject({ roles: ['partner', 'marketer'], email: 'rita@ref.test', disabled: false });
});

test('users are listed as a table', async () => {
  await create('tabea');
  const { stdout } = await admin('user list');
  expect(stdout).toMatch(/^ID +USERNAME +E-MAIL +NAME +ROLES +CONTACT +STATE\n/);
  expect(stdout).toMatch(/tabea +tabea@ref\.test +tabea +multiplier +\d+ +enabled\n/);
});

test('a refusal is told with its code', async () => {
  await create('double');
  const { code, stdout, stderr } = await create('double', '--json');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('The user name double is taken. (username_exists)\n');
});

test('a refusal says what is wrong with each option', async () => {
  const args =
    'user create --username a@b --email nowhere --display-name x --role partner --password secret-password';
  const { code, stderr } = await admin(args);
  expect(code).toBe(1);
  expect(stderr).toContain('(rest_invalid_param)\n  email is not an e-mail address\n');
});

test('password, roles and state of a user are changed', async () => {
  await create('paul');
  expect(await admin('user set-password --username paul --password another-password')).toMatchObject({
    code: 0,
    stdout: 'paul has a new password.\n',
  });
  expect(await admin('user set-roles --username paul --role partner marketer')).toMatchObject({
    stdout: 'paul is partner, marketer now.\n',
  });
  expect(await admin('user disable --username paul')).toMatchObject({ stdout: 'paul is disabled.\n' });
  expect(await admin('user disable --username paul --enable')).toMatchObject({
    stdout: 'paul is enabled.\n',
  });
});

test('an unknown user is told', async () => {
  expect(await admin('user disable --username nobody')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'User does not exist (user_id)\n',
  });
});

test('the signing key is replaced', async () => {
  const { code, stdout } = await admin('keys rotate --json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ kid: expect.any(String) });
});

test('modules are listed, switched off and on', async () => {
  const { stdout: listed } = await admin('modules list');
  expect(listed).toMatch(/^KEY +LABEL +STATE +WHAT IT IS\n/);
  expect(listed).toMatch(/\ncontacts_base +Contacts +always on +People, /);
  expect(await admin('modules disable contacts_faith_module')).toEqual({
    code: 0,
    stdout: 'contacts_faith_module (Faith) is off.\n',
    stderr: '',
  });
  expect((await admin('modules list')).stdout).toMatch(/\ncontacts_faith_module +Faith +off +/);
  const { stdout } = await admin('modules enable contacts_faith_module --json');
  expect(JSON.parse(stdout)).toMatchObject({ key: 'contacts_faith_module', enabled: true, required: false });
});

test('a module that is not there is told, with those that are', async () => {
  expect(await admin('modules disable fishing')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('  there is no module fishing; there are contacts_base, follow-up, '),
  });
});

test('an empty standard input is no password', async () => {
  const { code, stderr } = await admin('user set-password --username mona --password -', '\n');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'Standard input has no password in its first line.\n',
  });
});

test('the location grid is imported, with its progress, and may be imported again', async () => {
  const bounds = '20\t-10\t-9\t-11\t21\t19';
  const rowOf = (id: number) =>
    `${id}\tHill Land\t0\tadmin0\tHL\tHLL\t1\t${id}${'\t\\N'.repeat(5)}\t${bounds}\t5\t2020-01-01\tHill Land\t0\t0\t0`;
  const file = join(DATA_DIR, 'grid.tsv');
  await writeFile(file, Array.from({ length: 1_200 }, (_nothing, n) => rowOf(n + 2)).join('\n'));
  const first = await admin(`locations import ${file}`);
  expect(first).toEqual({
    code: 0,
    stdout: 'Imported 1200 rows of the location grid: 1200 new, 0 changed, 0 as before.\n',
    stderr: `${file}: 1200 rows, all of them right\n1200 of 1200 rows imported\n`,
  });
  const { stdout } = await admin(`locations import ${file} --json`);
  expect(JSON.parse(stdout)).toEqual({ rows: 1200, added: 0, changed: 0, unchanged: 1200 });
});
