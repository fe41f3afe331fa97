import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { nats } from '../servers/nats.ts';
import { SERVER_KINDS } from '../servers/server-kinds.ts';
import { contextOfSuite } from '../testing/test-context.ts';
import { findOnPath, pathSource } from './path.ts';

const world = contextOfSuite();

test('installed programs are found on PATH and run', async () => {
  const { root, programs, context, openAll } = world;
  const installed = join(root, 'installed');
  mkdirSync(installed);
  for (const kind of SERVER_KINDS) symlinkSync(await programs(kind, context), join(installed, kind.binary));

  const servers = await openAll(pathSource, {
    env: { PATH: [installed, '/bin', '/usr/bin'].join(delimiter) },
  });
  expect(servers.map(({ source, name }) => [source, name])).toEqual([
    ['path', 'mongodb'],
    ['path', 'nats'],
    ['path', 'meilisearch'],
  ]);
});

test('a program that is not installed is left to the next source', async () => {
  const empty = join(world.root, 'empty');
  mkdirSync(empty);
  expect(await pathSource.open(nats, { ...world.context, env: { PATH: empty } })).toBeUndefined();
});

test('a folder and a file that cannot be run are no programs', () => {
  const dir = join(world.root, 'odd');
  mkdirSync(join(dir, 'mongod'), { recursive: true });
  writeFileSync(join(dir, 'nats-server'), '', { mode: 0o644 });
  expect(findOnPath('mongod', dir)).toBeUndefined();
  expect(findOnPath('nats-server', dir)).toBeUndefined();
});
