import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const program = join(import.meta.dirname, 'admin.ts');
/** Prints the packages that the process has loaded when it ends. */
const printPackages = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1];
      if (name) packages.add(name);
      return next(url, context);
    },
  });
  process.on('exit', () => console.error('PACKAGES ' + JSON.stringify([...packages])));
`;

function packagesOf(...args: string[]): string[] {
  const preload = `data:text/javascript,${encodeURIComponent(printPackages)}`;
  const env = { PATH: process.env['PATH'], DATA_DIR: '/nowhere' };
  const { stderr } = spawnSync(process.execPath, ['--import', preload, program, ...args], {
    env,
    encoding: 'utf8',
  });
  return JSON.parse(/^PACKAGES (.*)$/m.exec(stderr)?.[1] ?? '') as string[];
}

test.each([[[]], [['--help']], [['lost']]])('%j loads no package but that of the command line', (args) => {
  expect(packagesOf(...args)).toEqual(['commander']);
});

test('a command without a database loads no client of databases, object storages or other sites', () => {
  const loaded = packagesOf('status');
  expect(loaded).toEqual(expect.arrayContaining(['commander', 'nats']));
  for (const name of ['mongoose', 'mongodb', 'undici', '@aws-sdk/client-s3', 'csv-parse'])
    expect(loaded).not.toContain(name);
});
