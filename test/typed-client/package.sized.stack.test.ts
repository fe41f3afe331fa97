import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { listening, temporaryDirectory, until } from '@svc/testing';
import { chromiumPath, startChromium } from '../front-door/browser.ts';
import { api, make } from '../support/http.ts';
import { installPackage } from '../support/install-package.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';
import { type Check, codeOf, moduleOf, patternOf, root } from './examples.ts';

/** A project that has installed the package from its tarball. */
const project = temporaryDirectory();
const installed = join(project, 'node_modules/@svc/client');
const source = join(root, 'libs/client');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const run = promisify(execFile);

let world: World;
let user: TestUser;

beforeAll(async () => {
  world = await worldInCommon();
  user = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  installPackage(project, 'client');
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'password.txt'), `${user.password}\n`);
  await generate('--username', user.username, '--password-file', 'password.txt', '--out', 'schema.ts');
}, 300_000);

/** Runs the generator of the installed package in the project. */
async function generate(...args: readonly string[]): Promise<string> {
  const cli = join(installed, 'dist/generate/cli.js');
  const { stdout } = await run(process.execPath, [cli, 'generate', '--url', world.gatewayUrl, ...args], {
    cwd: project,
  });
  return stdout;
}

/** The code of a page for the world and its user. */
function here(code: string): string {
  return code
    .replaceAll(/https:\/\/records\.example\.org|http:\/\/127\.0\.0\.1:8080/g, world.gatewayUrl)
    .replaceAll('indexedDbStorage', 'memoryStorage')
    .replaceAll(/'(?:mona|multiplier)'/g, JSON.stringify(user.username))
    .replaceAll(/a long password|3vX0qPz1aLmK/g, user.password);
}

test('the package holds its build, its licence and its page, and needs no other package', () => {
  const files = globSync('**/*', { cwd: installed, withFileTypes: true }).filter((each) => each.isFile());
  const others = files.filter(
    ({ name, parentPath }) => !/dist/.test(parentPath) || !/\.(js|d\.ts)$/.test(name),
  );
  expect(others.map(({ name }) => name).toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(files.filter(({ name }) => name.includes('.test.'))).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(manifest.dependencies).toBeUndefined();
  expect(existsSync(join(source, 'dist'))).toBe(false);
});

test('the client has less than 12 KB in a bundle, and nothing of Node', async () => {
  const options = { bundle: true, minify: true, format: 'esm', platform: 'browser', write: false } as const;
  const { outputFiles } = await build({ entryPoints: [join(installed, 'dist/index.js')], ...options });
  expect(gzipSync(outputFiles[0]?.contents ?? '').byteLength).toBeLessThan(12_000);
});

test('the generator writes the same types by each kind of login, with the fields of extensions', async () => {
  const types = readFileSync(join(project, 'schema.ts'), 'utf8');
  expect(await generate('--token', user.token)).toBe(types);
  expect(types).toContain('  /** Rating */\n  x_rating: NumberField;\n');
  expect(types).toContain('  x_files: FileUploadField;\n');
  expect(types).toContain("export type Contact = RecordOf<ContactFields, 'contacts'>;\n");
});

test.each([
  [[], '--token, or --username with --password-file, is missing.'],
  [['--colour', 'red'], "Unknown option '--colour'"],
  [['--token', 'a.b.c'], 'Syntax error, malformed JSON (jwt_auth_invalid_token)'],
  [['--username', 'mona', '--password-file', 'none.txt'], 'no such file or directory'],
])('the generator with %j fails with a message', async (args, message) => {
  await expect(generate(...args)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(message),
  });
});

const pages = {
  guide: 'docs/guides/client.md',
  offline: 'docs/guides/offline.md',
  package: 'libs/client/README.md',
  readme: 'README.md',
};

test('the examples of the pages compile in a project with browser types and strict options', async () => {
  for (const [name, page] of Object.entries(pages))
    writeFileSync(join(project, `${name}.ts`), moduleOf(page));
  writeFileSync(join(project, 'contacts.ts'), codeOf('docs/guides/client-page.md', 'ts'));
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: false,
  };
  const config = { compilerOptions, files: [...Object.keys(pages), 'contacts'].map((name) => `${name}.ts`) };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
  const compiled = run(process.execPath, [tsc, '-p', project]).catch(({ stdout }: { stdout: string }) => ({
    stdout,
  }));
  expect((await compiled).stdout).toBe('');
}, 300_000);

test.each(Object.entries(pages))('the examples of the %s have the documented outputs', async (name, page) => {
  user = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  const file = join(project, `${name}-here.ts`);
  writeFileSync(file, here(moduleOf(page)));
  const { checks } = (await import(pathToFileURL(file).href)) as { checks: readonly Check[] };
  expect(checks.length).toBeGreaterThan(0);
  for (const [documented, real] of checks) expect(real).toMatch(patternOf(documented));
});

const inBrowser = chromiumPath === undefined ? test.skip : test;

inBrowser(
  'the page of the guide lists, opens, edits with a conflict, comments and uploads',
  async () => {
    user = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
    const http = api(world, user.token);
    const id = await make(http, 'svc-posts/v2/contacts', { name: 'Amina Example' });
    await make(http, 'svc-posts/v2/contacts', { name: 'Bilal Example', overall_status: 'paused' });
    const html = codeOf('docs/guides/client-page.md', 'html');
    const code = codeOf('docs/guides/client-page.md', 'ts');
    expect(`${html}${code}`.split('\n').length).toBeLessThan(150);
    writeFileSync(join(project, 'page.ts'), here(code));
    const { outputFiles } = await build({
      entryPoints: [join(project, 'page.ts')],
      bundle: true,
      write: false,
    });
    const server = createServer(({ url }, response) =>
      url === '/contacts.js'
        ? response.setHeader('content-type', 'text/javascript').end(outputFiles[0]?.text)
        : response.setHeader('content-type', 'text/html').end(html),
    ).unref();
    const address = `http://127.0.0.1:${await listening(server)}/`;
    const browser = await startChromium();
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      const status = page.getByRole('status');
      const shows = (text: string) => page.getByText(text).waitFor();
      await page.goto(address);
      await page.getByLabel('Name', { exact: true }).fill(user.username);
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await shows('Invalid Credentials.');
      await page.getByLabel('Password').fill(user.password);
      await page.getByRole('button', { name: 'Sign in' }).click();

      await page.getByRole('button', { name: 'Amina Example' }).waitFor();
      expect(await page.getByRole('button', { name: 'Bilal Example' }).count()).toBe(0);
      await page.getByLabel('Status').selectOption('paused');
      await page.getByRole('button', { name: 'Bilal Example' }).waitFor();
      await page.getByLabel('Status').selectOption('active');
      await page.getByRole('button', { name: 'Amina Example' }).click();

      const nickname = page.getByLabel('Nickname');
      const save = page.getByRole('button', { name: 'Save' });
      await page.getByRole('heading', { name: 'Amina Example' }).waitFor();
      await nickname.fill('Mina');
      await save.click();
      await shows('Saved.');
      await http.post(`svc-posts/v2/contacts/${id}`, { json: { nickname: 'Mimi' } });
      await nickname.fill('Nana');
      await save.click();
      await shows('Somebody else has changed this contact. Not saved: Nana');
      expect(await nickname.inputValue()).toBe('Mimi');
      await nickname.fill('Nana');
      await save.click();
      await shows('Saved.');

      await page.getByLabel('Comment').fill('Met today');
      await page.getByRole('button', { name: 'Add' }).click();
      await shows('Mona: Met today');

      const buffer = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
      await page.getByLabel('Picture').setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer });
      await until(async () => {
        expect(await page.evaluate(`document.querySelector('img').naturalWidth`)).toBeGreaterThan(0);
      });
      expect(await page.evaluate(`document.querySelector('progress').value`)).toBe(1);
      expect(await status.textContent()).toBe('');
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
      server.close();
    }
    expect((await http.get(`svc-posts/v2/contacts/${id}`)).body).toMatchObject({ nickname: 'Nana' });
  },
  120_000,
);
