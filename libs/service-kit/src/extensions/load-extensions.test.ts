import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
let outside: string;

beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'svc-extensions-'));
});

afterAll(() => rm(outside, { recursive: true, force: true }));

/** Loads extensions as a service does: in a process of its own, with plain Node. */
async function load(...names: string[]): Promise<unknown> {
  const script = `
    const { loadExtensions } = await import(${here('./load-extensions.ts')});
    const { resolveContractsHere } = await import(${here('./resolve-contracts-here.ts')});
    resolveContractsHere();
    const describe = async (extension) => {
      const added = [];
      await extension.setup?.({ addFilter: (hook) => added.push(hook), addAction: (hook) => added.push(hook) });
      return { ...extension, setup: undefined, added };
    };
    const outcome = await loadExtensions(${JSON.stringify(names)}).then(
      async (loaded) => ({ loaded: await Promise.all(loaded.map(describe)) }),
      (error) => ({ error: error.message }),
    );
    console.log(JSON.stringify(outcome));`;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script],
    { cwd: outside, env: { PATH, NODE_COMPILE_CACHE } },
  );
  return JSON.parse(stdout);
}

async function write(name: string, text: string): Promise<string> {
  const file = join(outside, name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
  return file;
}

const trainings = `
  import { defineExtension } from '@svc/contracts/extension';
  export default defineExtension({
    name: 'trainings', version: '1.0.0',
    fields: { contacts: { x_number: { name: 'X', type: 'number', min_option: 1, of_its_own: true } } },
    roles: { coach: { label: 'Coach', permissions: { access_contacts: true } } },
    setup({ addFilter, addAction }) {
      addFilter('svc_post_create_fields', (fields) => fields);
      addAction('svc_post_created', () => {});
    },
  });`;

const trainingsLoaded = {
  name: 'trainings',
  version: '1.0.0',
  fields: { contacts: { x_number: { name: 'X', type: 'number', min_option: 1, of_its_own: true } } },
  roles: { coach: { label: 'Coach', permissions: { access_contacts: true } } },
  added: ['svc_post_create_fields', 'svc_post_created'],
};

test('files outside the project use its contracts, by absolute and by relative path, as TypeScript too', async () => {
  await write('trainings.mjs', trainings);
  const typed = await write(
    'typed.ts',
    trainings.replace('(fields)', '(fields: object)').replace("'1.0.0'", "'2.0.0' as string"),
  );
  expect(await load('./trainings.mjs', typed)).toEqual({
    loaded: [trainingsLoaded, { ...trainingsLoaded, version: '2.0.0' }],
  });
});

test('without names nothing is loaded', async () => {
  expect(await load()).toEqual({ loaded: [] });
});

test('a file that is not there, and one that throws, are named', async () => {
  const throwing = await write('throwing.mjs', 'throw new Error("no licence")');
  expect(await load('./absent.mjs')).toEqual({
    error: expect.stringMatching(/^EXTENSIONS: \.\/absent\.mjs cannot be loaded: .*absent\.mjs/),
  });
  expect(await load(throwing)).toEqual({ error: `EXTENSIONS: ${throwing} cannot be loaded: no licence` });
  expect(await load('@svc/not-installed')).toEqual({
    error: expect.stringMatching(/^EXTENSIONS: @svc\/not-installed cannot be loaded: /),
  });
});

test('wrong declarations are named, all of them', async () => {
  const wrong = await write(
    'wrong.mjs',
    `export default {
      version: 1,
      fields: { contacts: { x: { type: 'number' } } },
      tiles: { contacts: { t: { label: 3 } } },
      roles: { coach: { permissions: { access_contacts: 'yes' } } },
      translations: { it_IT: { Shirt: 'Maglietta' } },
      setup: 'later',
    };`,
  );
  const { error } = (await load(wrong)) as { error: string };
  expect(error.split('\n').map((line) => line.trim().split(': ')[0])).toEqual([
    'EXTENSIONS',
    'name',
    'version',
    'fields.contacts.x.name',
    'tiles.contacts.t.label',
    'roles.coach.permissions.access_contacts',
    'translations',
    'setup',
  ]);
  expect(error).toContain(`${wrong} does not declare a valid extension`);
});

test.each([
  ['1.0', undefined],
  ['1.0.0', undefined],
  [
    '0.9',
    /needs version 0\.9 of the extension API, and this service has 1\.\d+\.\d+; use a newer version of the/,
  ],
  ['1.99.0', /needs version 1\.99\.0 .*; update the service, or use an older version of the extension$/],
  ['2.0', /needs version 2\.0 .*; update the service/],
  ['two', /requires: is a version of the extension API as 1\.0 or 1\.0\.0/],
])('an extension that requires version %s of the API', async (requires, refusal) => {
  const file = await write(
    `requires-${requires}.mjs`,
    `export default { name: 'x', version: '1', requires: '${requires}' };`,
  );
  const { error } = (await load(file)) as { error?: string };
  if (refusal) expect(error).toMatch(refusal);
  else expect(error).toBeUndefined();
});

test('a file without a default export is named', async () => {
  const empty = await write('empty.mjs', 'export const name = 1;');
  expect(await load(empty)).toEqual({ error: expect.stringContaining('default export: ') });
});
