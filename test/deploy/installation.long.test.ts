import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync, realpathSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { Installation, programs } from './installation.ts';

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

const lockfile = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as Lockfile;
let installation: Installation;

beforeAll(async () => {
  installation = await Installation.open();
  await installation.assemble();
});

afterAll(() => installation?.close());

/** What only one of the images needs, of all workspaces and of packages that are easily taken along. */
const own: Readonly<Record<string, readonly string[]>> = {
  gateway: ['express', 'helmet'],
  records: ['@svc/location-grid', 'flatbush'],
  comments: [],
  users: ['nodemailer'],
  search: ['meilisearch'],
  admin: ['commander'],
};

test.each(Object.keys(own))('the image of %s has the production dependencies and nothing else', (image) => {
  const tree = installation.tree(image);
  const files = readdirSync(tree, { recursive: true, withFileTypes: true }).map((entry) =>
    join(entry.parentPath, entry.name),
  );
  const packages = files.flatMap((file) => {
    const [, path] =
      /^(.*node_modules\/(?:@[^/]+\/)?[^/@.]+[^/]*)\/package\.json$/.exec(relative(tree, file)) ?? [];
    return path === undefined ? [] : [path];
  });
  expect(packages.length).toBeGreaterThan(40);
  expect(
    packages.filter((path) => lockfile.packages[path]?.dev || lockfile.packages[path]?.devOptional),
  ).toEqual([]);
  const names = readdirSync(join(tree, 'node_modules')).concat(
    readdirSync(join(tree, 'node_modules/@svc')).map((name) => `@svc/${name}`),
  );
  const only = Object.values(own)
    .flat()
    .filter((name) => names.includes(name));
  expect(only.sort()).toEqual([...(own[image] ?? [])].sort());
  expect(names.filter((name) => /^@svc\/(local-stack|launcher|demo|bench|fuzz)$/.test(name))).toEqual([]);
  const sources = files.filter((file) => !file.includes('/node_modules/'));
  expect(sources.filter((file) => /\.test\.ts$|\/src\/testing/.test(file))).toEqual([]);
  const found = files.filter((file) => ['', '.node'].includes(extname(file)) && isProgram(file));
  // Nothing but what makes pictures, where they are made.
  const makesPictures = ['records', 'users'].includes(image);
  const allowed = makesPictures ? [expect.stringMatching(/\/@img\/sharp-[\w-]+\/lib\/[\w.-]+\.node$/)] : [];
  expect(found).toEqual(allowed);
  const links = files.filter((file) => lstatSync(file).isSymbolicLink());
  expect(links.filter((link) => !realpathSync(link).startsWith(`${tree}/`))).toEqual([]);
});

if (programs === undefined)
  process.stderr.write('An installation is not tried: there are no programs of servers.\n');
const tried = programs === undefined ? test.skip : test;

tried('a new installation takes its first record', async () => {
  await installation.makeKeys();
  await installation.startServers();
  await installation.startServices();
  const api = `${installation.gatewayUrl}/wp-json`;
  const { ADMIN_USERNAME: username = '', ADMIN_PASSWORD: password = '' } = installation.variables;
  const body = new URLSearchParams({ username, password });
  const login = await fetch(`${api}/jwt-auth/v1/token`, { method: 'POST', body });
  const { token } = (await login.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const created = await fetch(`${api}/svc-posts/v2/contacts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Amina Example', notes: ['Met today.'] }),
  });
  const record = (await created.json()) as { ID: number };
  expect(record).toMatchObject({ name: 'Amina Example', assigned_to: { display: username } });
  const { ID: id } = record;
  await until(async () => {
    const path = 'svc-posts/v2/posts/search/advanced_search?query=amina%20exam&post_type=all&offset=0';
    const found = await fetch(`${api}/${path}`, { headers });
    expect(await found.json()).toMatchObject({ total_hits: 1 });
  });
  const backup = join(installation.tree('admin'), '../of-today.backup');
  const passphrase = { BACKUP_PASSPHRASE: 'twelve letters or more' };
  await installation.admin(['backup', backup], passphrase);
  expect(await installation.admin(['restore', backup, '--check'], passphrase)).toMatch(
    /is intact: \d+ documents/,
  );
  await installation.admin(['erase', 'contact', String(id), '--yes']);
  expect(JSON.parse(await installation.admin(['erase', 'list', '--json']))).toMatchObject([{ id }]);
});

function isProgram(file: string): boolean {
  if (!lstatSync(file).isFile()) return false;
  const start = Buffer.alloc(4);
  const opened = openSync(file, 'r');
  readSync(opened, start, 0, 4, 0);
  closeSync(opened);
  return start.toString('latin1') === '\x7fELF';
}
