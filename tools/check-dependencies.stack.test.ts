import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { listening, temporaryDirectory } from '@svc/testing';
import { advisoryProblems, endedExceptions, licenceProblems, versionProblems } from './check-dependencies.ts';
import { licencesPage } from './licences-page.ts';

let dir: string;
let registry: Server | undefined;

beforeEach(() => {
  dir = temporaryDirectory();
});

afterEach(() => {
  registry?.closeAllConnections();
  registry?.close();
  registry = undefined;
});

function write(file: string, content: object): void {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), JSON.stringify(content));
}

/** A lockfile with these packages, by their folder in node_modules. */
function lock(packages: Record<string, object>): void {
  const entries = Object.entries(packages).map(([name, entry]) => [
    `node_modules/${name}`,
    { version: '1.0.0', ...entry },
  ]);
  const dependencies = Object.fromEntries(Object.keys(packages).map((name) => [name, '1.0.0']));
  const root = { name: 'house', version: '1.0.0', dependencies };
  write('package.json', root);
  const all = { '': root, ...(Object.fromEntries(entries) as object) };
  write('package-lock.json', { name: 'house', version: '1.0.0', lockfileVersion: 3, packages: all });
}

test.each([
  [{ license: 'MIT' }],
  [{ license: '(MIT OR GPL-3.0)' }],
  [{ license: 'Apache-2.0 AND MIT' }],
  [{ license: 'CC-BY-4.0', dev: true }, 'caniuse-lite'],
  [{ license: 'Apache-2.0 AND LGPL-3.0-or-later' }, '@img/sharp-win32-x64'],
])('the licence of %j is permitted', (entry: object, name = 'a') => {
  lock({ [name]: entry });
  expect(licenceProblems(dir)).toEqual([]);
});

test.each<[{ license?: string; dev?: boolean }, string?]>([
  [{ license: 'GPL-3.0' }],
  [{ license: 'LGPL-3.0-or-later' }],
  [{ license: 'MIT AND GPL-3.0' }],
  [{ license: '(MIT OR X) AND GPL-3.0' }],
  [{ license: 'SEE LICENSE IN LICENSE' }],
  [{ license: 'CC-BY-4.0', dev: true }],
  [{ license: 'CC-BY-4.0' }, 'caniuse-lite'],
  [{}],
])('the licence of %j is reported', (entry, name = 'a') => {
  lock({ [name]: entry, b: { license: 'MIT' } });
  const { license } = entry;
  const problem = license === undefined ? 'no licence' : `the licence ${license}, which is not permitted`;
  expect(licenceProblems(dir)).toEqual([`${name} 1.0.0 has ${problem}`]);
});

test('a licence missing in the lockfile is read from the installed or the including package', () => {
  lock({ old: {}, part: {}, whole: { license: 'MIT', optionalDependencies: { part: '1.0.0' } } });
  write('node_modules/old/package.json', { licenses: [{ type: 'MIT' }] });
  expect(licenceProblems(dir)).toEqual([]);
});

/** The address of a registry that answers everything like this. */
async function serve(answer: RequestListener): Promise<string> {
  registry = createServer(answer);
  return `http://127.0.0.1:${await listening(registry)}`;
}

const advisory = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-x',
  title: 'It leaks',
  severity: 'high',
  vulnerable_versions: '<2.0.0',
};

test.each([
  [{ a: [advisory] }, ['a <2.0.0: It leaks (high), https://github.com/advisories/GHSA-x']],
  [{}, []],
])('the advisories of the registry are printed: %#', async (known, lines) => {
  lock({ a: { license: 'MIT' } });
  const url = await serve((request, response) => {
    const isQuestion = request.url === '/-/npm/v1/security/advisories/bulk';
    const packument = { name: 'a', 'dist-tags': {}, versions: { '1.0.0': { name: 'a', version: '1.0.0' } } };
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(isQuestion ? known : packument));
  });
  expect(await advisoryProblems(dir, url)).toEqual(lines);
});

test.each<[string, RequestListener | undefined]>([
  ['refuses the request', (_request, response) => response.writeHead(405).end()],
  ['answers with an HTML page', (_request, response) => response.end('<html>')],
  ['is unreachable', undefined],
])('a registry that %s gives no result', async (_what, answer) => {
  lock({ a: { license: 'MIT' } });
  const url = answer ? await serve(answer) : 'http://127.0.0.1:1';
  expect(await advisoryProblems(dir, url)).toBeUndefined();
});

test('all workspaces require one exact version of a package', () => {
  const packages = {
    '': { devDependencies: { nats: '2.0.0', jest: '^30.0.0' } },
    'services/search': { dependencies: { nats: '2.1.0', zod: '4.0.0' } },
    'libs/contracts': { dependencies: { zod: '4.0.0' } },
    'node_modules/zod': { dependencies: { jest: '1.0.0' } },
  };
  write('package-lock.json', { lockfileVersion: 3, packages });
  expect(versionProblems(dir)).toEqual([
    'nats must have one exact version, not 2.0.0 and 2.1.0',
    'jest must have one exact version, not ^30.0.0',
  ]);
});

const root = join(import.meta.dirname, '..');

test('docs/operations/licences.md has every package of the lockfile; after a change: node tools/licences-page.ts', () => {
  expect(readFileSync(join(root, 'docs/operations/licences.md'), 'utf8')).toBe(licencesPage(root));
});

test('all packages of this project have a permitted licence', () => {
  expect(licenceProblems(root)).toEqual([]);
});

test('an exception ends after its day, and none lasts longer than a year', () => {
  const exceptions = { 'GHSA-x': { reason: 'not called', until: '2026-12-31' } };
  expect(endedExceptions(new Date('2026-12-31T23:59:59Z'), exceptions)).toEqual([]);
  expect(endedExceptions(new Date('2027-01-01T00:00:00Z'), exceptions)).toEqual([
    'The exception for GHSA-x (not called) ended on 2026-12-31: judge it again',
  ]);
  const inAYear = new Date(Date.now() + 366 * 24 * 60 * 60 * 1_000);
  expect(endedExceptions(inAYear)).toHaveLength(4);
});

test('every licence that is permitted for single packages has an end', () => {
  const ended = endedExceptions(new Date('2100-01-01')).join();
  for (const name of ['@disciple.tools/web-components', 'caniuse-lite', '@img/sharp-*'])
    expect(ended).toContain(`The exception for ${name} (`);
});
