import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { harnessOfSuite } from './testing/gateway-harness.ts';

const gateway = harnessOfSuite();
const folder = temporaryDirectory();

const script = '\n  begin();\n';
const pageWith = (root: string) => `<meta name="api" content="${root}">\n<script>${script}</script>`;
let url: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), pageWith('{{api}}'));
  const file = join(folder, 'assets/main-AAAA0000.js');
  writeFileSync(file, 'export {};');
  writeFileSync(`${file}.br`, brotliCompressSync('export {};'));
  writeFileSync(`${file}.gz`, gzipSync('export {};'));
  await gateway.standInForUsers();
  ({ url } = await gateway.start({ CONSOLE_FOLDER: folder }));
});

test.each(['/console', '/console/', '/console/contacts/12'])(
  '%s answers the page with the API root',
  async (path) => {
    const response = await fetch(`${url}${path}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(pageWith('/wp-json'));
    expect(response.headers.get('cache-control')).toBe('no-cache');
  },
);

test('the policy of the page permits no inline script but its own, by its hash, and no other host', async () => {
  const response = await fetch(`${url}/console`);
  const policy = response.headers.get('content-security-policy') ?? '';
  const own = `'sha256-${hash('sha256', script, 'base64')}'`;
  expect(policy).toContain(`default-src 'none'; script-src 'self' ${own}; style-src 'self'`);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
});

test('files of the bundle are kept for ever', async () => {
  const response = await fetch(`${url}/console/assets/main-AAAA0000.js`);
  expect(await response.text()).toBe('export {};');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
])('a client that accepts %j gets the file in the encoding %j', async (accepted, encoding) => {
  const headers = { 'accept-encoding': accepted };
  const response = await fetch(`${url}/console/assets/main-AAAA0000.js`, { headers });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')).toContain('Accept-Encoding');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await response.text()).toBe('export {};');
});

test.each(['other.js', 'main-AAAA0000.js.br', '..%2Findex.html', ''])('there is no file %j', async (name) => {
  const response = await fetch(`${url}/console/assets/${name}`);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('application/json');
});

test('a gateway without the setting has no console', async () => {
  const other = await gateway.start();
  expect((await fetch(`${other.url}/console`)).status).toBe(404);
});

test('a gateway whose CONSOLE_FOLDER has no bundle does not start, and names the missing file', async () => {
  const missing = join(folder, 'nothing');
  await expect(gateway.start({ CONSOLE_FOLDER: missing })).rejects.toThrow(
    `${missing}/index.html does not exist`,
  );
});
