import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordsImportLocations } from '@svc/contracts';
import { sampled, temporaryDirectory } from '@svc/testing';
import { hashOfWordpress } from '@svc/users/testing/wordpress-passwords';
import { allClients } from '../client/sequences/all-clients.ts';
import { runAdmin } from '../support/admin-tool.ts';
import { gridRows } from '../support/grid.ts';
import { openWorld, type NewUser, type TestUser, type World } from '../support/world.ts';
import { fillSource } from './fill-source.ts';
import { storedHere } from './stored-here.ts';

/** The installation here has what the sessions of clients and the source need. */
const extensions = [
  '../support/extra-fields.ts',
  '../support/files-extension.ts',
  '../support/listed-items.ts',
  '../support/naming-extension.ts',
  '../support/noted-fields.ts',
  '../support/translated-extension.ts',
  'visits-extension.ts',
]
  .map((file) => join(import.meta.dirname, file))
  .join(',');

/** The users whom the sessions of clients need, with their number. */
const team: readonly (readonly [number: number, user: NewUser])[] = [
  [5, { role: 'administrator' }],
  [5, { role: 'multiplier' }],
  [4, { role: 'multiplier', displayName: 'Mona' }],
  [1, { role: 'multiplier', displayName: 'Mona of 2021' }],
  [1, { role: 'multiplier', displayName: 'Frida' }],
  [1, { role: 'dispatcher', displayName: 'Dora' }],
];

let source: World;
let target: World;
let world: World;
let ada: TestUser;
let first: Report;
const directory = temporaryDirectory();

type Report = Readonly<Record<string, Readonly<Record<string, number>>>>;

beforeAll(async () => {
  const env = { NAMESPACE_PREFIXES: 'svc,dt', TRUST_PROXY: '1', EXTENSIONS: extensions };
  source = await openWorld({ instances: { search: 0 }, env });
  ada = await source.createUser({ role: 'administrator', username: 'ada', displayName: 'Ada' });
  await fillSource(source, ada, 12);
  const users: TestUser[] = [];
  for (const [number, user] of team)
    for (let count = 0; count < number; count += 1) users.push(await source.createUser(user));
  await source.settled();
  await writePasswords([ada, ...users]);
  target = await openWorld({ env });
  await target.ask(recordsImportLocations, { rows: [...gridRows] });
  first = await importAndRead();
  world = { ...target, createUser: await movedUsers(users) };
});

afterAll(async () => {
  await source?.close();
  await target?.close();
});

/** The list that WordPress prints, with old and new kinds of hashes, and one of a plugin. */
async function writePasswords(users: readonly TestUser[]): Promise<void> {
  const lines = users.map(async ({ id, username, password }, index) => {
    const hash = await hashOfWordpress(password, index % 2 === 0 ? 'portable' : 'blowfish');
    return `${id},${username},${hash}`;
  });
  const { id, username } = await source.createUser({ role: 'multiplier' });
  const all = [...(await Promise.all(lines)), `${id},${username},$2y$10$${'a'.repeat(53)}`];
  await writeFile(join(directory, 'passwords.csv'), `ID,user_login,user_pass\n${all.join('\n')}\n`);
}

async function importAndRead(): Promise<Report> {
  const account = ['--url', source.gatewayUrl, '--user', ada.username, '--password', ada.password];
  const files = ['--dir', directory, '--passwords', join(directory, 'passwords.csv')];
  return readReport(await runAdmin(target, 'import', 'reference', '--allow-http', ...account, ...files));
}

/** The table of a printed report, by kind and column. */
function readReport(printed: string): Report {
  const lines = printed.split('\n');
  const start = lines.findIndex((line) => line.startsWith('KIND'));
  const cells = lines.slice(start).map((line) => line.trim().split(/ {2,}/));
  const [[, ...columns] = [], ...rows] = cells;
  const end = rows.findIndex(({ length }) => length <= columns.length);
  return Object.fromEntries(
    rows
      .slice(0, end)
      .map(([kind = '', ...counts]) => [
        kind,
        Object.fromEntries(columns.map((column, index) => [column, Number(counts[index])])),
      ]),
  );
}

/** Gives the sessions users who come from the source, under their ids here, after a login with their old passwords. */
async function movedUsers(users: readonly TestUser[]): Promise<World['createUser']> {
  const lines = (await readFile(join(directory, 'ids.csv'), 'utf8')).trim().split('\n');
  const ids = new Map(
    lines.map((line) => {
      const [kind, old, id] = line.split(',');
      return [`${kind}/${old}`, Number(id)] as const;
    }),
  );
  const free = [...users];
  return async ({ role, displayName }) => {
    const at = free.findIndex(({ username, displayName: name }) =>
      displayName === undefined ? username.startsWith(role) && name.startsWith('The ') : name === displayName,
    );
    const [user] = at < 0 ? [] : free.splice(at, 1);
    if (!user) throw new Error(`the team lacks a ${role} ${displayName ?? ''}`);
    const token = await target.login(user.username, user.password);
    const id = ids.get(`users/${user.id}`) ?? 0;
    return { ...user, id, contactId: ids.get(`contacts/${user.contactId}`) ?? null, token };
  };
}

test('the import reports what it has read, written, mapped and skipped', async () => {
  const number = team.reduce((sum, [each]) => sum + each, 0);
  // Also Ada, the three users of the source's records, and the user of a plugin's password.
  const users = number + 5;
  expect(first).toMatchObject({
    users: { READ: users, WRITTEN: users, UNCHANGED: 0, MAPPED: users, SKIPPED: 0 },
    passwords: { READ: number + 2, WRITTEN: number + 1, SKIPPED: 1 },
    contacts: { SKIPPED: 0 },
    groups: { READ: 3, WRITTEN: 3, MAPPED: 3 },
    visits: { READ: 1, WRITTEN: 1, MAPPED: 1 },
    comments: { SKIPPED: 0 },
    files: { SKIPPED: 0 },
    filters: { READ: 1, WRITTEN: 1 },
  });
  expect(first['contacts']?.['READ']).toBe(first['contacts']?.['MAPPED']);
});

test('a second run reports the same, and changes nothing', async () => {
  const before = await storedHere(target);
  const ids = await readFile(join(directory, 'ids.csv'), 'utf8');
  const second = await importAndRead();
  for (const [kind, { READ, WRITTEN = 0, UNCHANGED = 0, MAPPED, SKIPPED }] of Object.entries(first))
    expect({ kind, ...second[kind] }).toEqual({
      kind,
      READ,
      WRITTEN: 0,
      UNCHANGED: UNCHANGED + WRITTEN,
      MAPPED,
      SKIPPED,
    });
  expect(await storedHere(target)).toEqual(before);
  expect((await readFile(join(directory, 'ids.csv'), 'utf8')).split('\n').sort()).toEqual(
    ids.split('\n').sort(),
  );
});

/** Clients go on where the team has moved to, with the passwords of before. */
describe.each(sampled(allClients, 0.5))('%s', (_client, sequences) => sequences(() => world));
