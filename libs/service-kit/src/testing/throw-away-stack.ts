import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startStack, type Env, type Stack } from '@svc/local-stack';

/** Servers of one test file. */
export interface ThrowAwayStack extends Stack {
  /** Where they keep their data; gone once they are stopped. */
  readonly dataDir: string;
}

/** Real servers with data of their own, whatever servers the environment names. */
export async function throwAwayStack(): Promise<ThrowAwayStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  const stack = await startStack({ dataDir, env: checkedFirst({}), report: () => {}, throwAway: true });
  const stop = async () => {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...stack, dataDir, stop };
}

/** An environment in which the server programs that were checked before the first suite come first. */
export function checkedFirst(env: Env): Env {
  const path = [process.env['SERVER_PROGRAMS'], env['PATH']].filter(Boolean);
  return { ...env, PATH: path.join(delimiter) };
}
