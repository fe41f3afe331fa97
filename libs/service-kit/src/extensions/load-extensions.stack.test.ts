import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
const outside = temporaryDirectory();

const script = `
  const { loadExtensions } = await import(${here('./load-extensions.ts')});
  const { DeclarationMistakes } = await import(${here('./declaration-mistakes.ts')});
  const { resolveContractsHere } = await import(${here('./resolve-contracts-here.ts')});
  resolveContractsHere();
  const describe = async (extension) => {
    const added = [];
    await extension.setup?.({ addFilter: (hook) => added.push(hook), addAction: (hook) => added.push(hook) });
    return { ...extension, setup: undefined, added };
  };
  process.on('message', async (names) => {
    const mistakes = new DeclarationMistakes();
    const outcome = await loadExtensions(names, mistakes).then(
      async (loaded) => {
        mistakes.throwIfAny();
        return { loaded: await Promise.all(loaded.map(describe)) };
      },
    ).catch(
      (error) => ({ error: error.message }),
    );
    process.send(outcome);
  });`;

/** Loads extensions as a service does: in a process of its own, with plain Node. One process for all, since each extension has a file of its own. */
let loader: ChildProcess;

beforeAll(() => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  loader = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script],
    { cwd: outside, env: { PATH, NODE_COMPILE_CACHE }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
});

afterAll(() => loader.disconnect());

async function load(...names: string[]): Promise<unknown> {
  const ended = once(loader, 'exit').then(([code]) => {
    throw new Error(`The process that loads extensions has ended with the exit code ${code}.`);
  });
  const answered = once(loader, 'message') as Promise<[unknown]>;
  loader.send(names);
  const [outcome] = await Promise.race([answered, ended]);
  return outcome;
}

async function write(name: string, text: string): Promise<string> {
  const file = join(outside, name);
  await writeFile(file, text);
  return file;
}

const declared = {
  name: 'trainings',
  fields: { contacts: { x_number: { name: 'X', type: 'number', min_option: 1, of_its_own: true } } },
  roles: { coach: { label: 'Coach', permissions: { access_contacts: true } } },
};
const trainings = `
  import { defineExtension } from '@svc/contracts/extension';
  export default defineExtension({
    ...${JSON.stringify(declared)},
    version: '1.0.0',
    setup({ addFilter, addAction }) {
      addFilter('svc_post_create_fields', (fields) => fields);
      addAction('svc_post_created', () => {});
    },
  });`;

test('extensions outside the project load by absolute and relative path, in JavaScript and TypeScript', async () => {
  await write('trainings.mjs', trainings);
  const typed = await write(
    'typed.ts',
    trainings
      .replace('(fields)', '(fields: object)')
      .replace("version: '1.0.0'", "name: 'typed' as string, version: '2.0.0'"),
  );
  const loaded = [
    { ...declared, version: '1.0.0' },
    { ...declared, name: 'typed', version: '2.0.0' },
  ].map((extension) => ({
    ...extension,
    added: ['svc_post_create_fields', 'svc_post_created'],
  }));
  expect(await load('./trainings.mjs', typed)).toEqual({ loaded });
});

test.each([
  ['a missing file', './absent.mjs', undefined, /: failed to load: .*absent\.mjs/],
  ['a missing package', '@svc/not-installed', undefined, / failed to load: /],
  ['a file that throws', './throwing.mjs', 'throw new Error("no licence")', / failed to load: no licence$/],
  [
    'a file without a default export',
    './empty.mjs',
    'export const name = 1;',
    /: is missing; it must be an object$/,
  ],
])('the error names %s', async (_which, name, text, reason) => {
  if (text !== undefined) await write(name, text);
  const { error } = (await load(name)) as { error: string };
  expect(error).toContain(`\n  ${name}: `);
  expect(error).toMatch(reason);
});

test('the error lists all invalid declarations of an extension', async () => {
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
  const places = error.split('\n').map(
    (line) =>
      line
        .trim()
        .slice(wrong.length + 2)
        .split(': ')[0],
  );
  expect(places.slice(1)).toEqual([
    'name',
    'version',
    'fields.contacts.x.name',
    'tiles.contacts.t.label',
    'roles.coach.permissions.access_contacts',
    'setup',
    'translations.it_IT',
  ]);
});

test('the mistakes of several extensions are reported together', async () => {
  await write('nameless.mjs', "export default { version: '1' };");
  const { error } = (await load('./nameless.mjs', './gone.mjs')) as { error: string };
  expect(error).toMatch(/^The declarations of extensions have 2 mistakes:\n/);
  expect(error).toMatch(/\n {2}\.\/nameless\.mjs: name: is missing; it must be a text/);
  expect(error).toMatch(/\n {2}\.\/gone\.mjs: failed to load: /);
});

test.each([
  ['1.0', undefined],
  ['1.0.0', undefined],
  [
    '0.9',
    /requires: needs version 0\.9 of the extension API, but this service has 1\.\d+\.\d+; use a version of the extension for this API/,
  ],
  ['1.99.0', /needs version 1\.99\.0 .*; update the service, or use an older version of the extension$/],
  ['2.0', /needs version 2\.0 .*; update the service/],
  ['two', /requires: must be a version of the extension API such as 1\.0 or 1\.0\.0/],
])('the requirement of version %s of the extension API is checked at loading', async (requires, refusal) => {
  const file = await write(
    `requires-${requires}.mjs`,
    `export default { name: 'x', version: '1', requires: '${requires}' };`,
  );
  const { error } = (await load(file)) as { error?: string };
  if (refusal) expect(error).toMatch(refusal);
  else expect(error).toBeUndefined();
});
