import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { bundleConsole } from './bundle-console.ts';

const maxBytes = 120 * 1024;
const folder = temporaryDirectory();
let bundle: string;

beforeAll(async () => {
  bundle = await bundleConsole(folder);
});

const files = () => readdirSync(join(bundle, 'assets'));
const assets = () => files().filter((name) => !/\.(br|gz)$/.test(name));
const read = (name: string) => readFileSync(join(bundle, 'assets', name));

test('the page names files of the bundle, and each has the hash of its content in its name', () => {
  const page = readFileSync(join(bundle, 'index.html'), 'utf8');
  const named = [...page.matchAll(/"\/console\/(assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(1);
  for (const path of named) expect(existsSync(join(bundle, path))).toBe(true);
  for (const name of assets()) expect(name).toMatch(/^[\w-]+-[A-Z0-9]{8}\.(js|css)$/);
});

test('the page names all scripts that its first one needs, so that the browser requests them at once', () => {
  const page = readFileSync(join(bundle, 'index.html'), 'utf8');
  const named = [...page.matchAll(/"\/console\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);
  // Shared modules are one file, and not a file for each set of pages that shares them.
  expect(named.length).toBeLessThan(4);
  for (const name of named) {
    const script = readFileSync(join(bundle, 'assets', name), 'utf8');
    const imported = [...script.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, other = '']) => other);
    expect(named).toEqual(expect.arrayContaining(imported));
  }
});

test(`the whole bundle has at most ${maxBytes} bytes compressed`, () => {
  const sizes = assets().map((name) => read(`${name}.gz`).byteLength);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxBytes);
});

test('each file has compressed forms with the same content', () => {
  for (const name of assets()) {
    expect(brotliDecompressSync(read(`${name}.br`)).equals(read(name))).toBe(true);
    expect(gunzipSync(read(`${name}.gz`)).equals(read(name))).toBe(true);
  }
  expect(files()).toHaveLength(3 * assets().length);
});

test('unchanged sources are bundled once, also by several processes at a time', async () => {
  const again = await Promise.all([bundleConsole(folder), bundleConsole(folder)]);
  expect(again).toEqual([bundle, bundle]);
  expect(readdirSync(folder)).toHaveLength(1);
});
