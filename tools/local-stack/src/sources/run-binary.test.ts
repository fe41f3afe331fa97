import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { defaultTiming } from '../processes/supervised-process.ts';
import { nats } from '../servers/nats.ts';
import { contextOfSuite } from '../testing/test-context.ts';
import { runBinary } from './run-binary.ts';

const FAKES = join(import.meta.dirname, '../../fakes');
const world = contextOfSuite();

const fake = (name: string) => ({ source: 'path' as const, file: join(FAKES, name) });

test('a server that ends at once is named, with the end of its log', async () => {
  await expect(runBinary(nats, fake('exits.sh'), world.context)).rejects.toThrow(
    /NATS did not come up: it \(pid \d+\) ended with exit code 7[^]*exits\.sh --config[^]*logs\/nats\.log[^]*\| cannot open the journal: --config/,
  );
});

test('a server that does not answer is named after the time limit, and ended', async () => {
  const timing = { ...defaultTiming, readyWithin: 300, stopGrace: 100 };
  await expect(runBinary(nats, fake('hangs.sh'), { ...world.context, timing })).rejects.toThrow(
    /NATS did not come up: it is not ready after \d+ s[^]*\| still thinking/,
  );
});

test('a program that cannot be run is named', async () => {
  await expect(runBinary(nats, fake('missing.sh'), world.context)).rejects.toThrow(
    /exit code 127[^]*missing\.sh/,
  );
});

test('a port that was asked for and is taken is named, with its setting, and nothing is started', async () => {
  const other = createServer().listen(0, '127.0.0.1').unref();
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const dataDir = join(world.root, 'taken');
  await expect(runBinary(nats, fake('exits.sh'), { ...world.context, dataDir, port })).rejects.toThrow(
    `Port ${port}, asked for NATS by NATS_PORT, is taken by another program. Set NATS_PORT to a free port, or unset it`,
  );
  expect(existsSync(dataDir)).toBe(false);
});
