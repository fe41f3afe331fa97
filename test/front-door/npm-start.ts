import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from '@jest/globals';
import { freePorts } from '@svc/local-stack';
import { until } from '@svc/testing';

export const root = resolve(import.meta.dirname, '../..');

/** What a demo user does. */
interface Session {
  /** The answer to a list below `svc-posts/v2`. */
  list(path: string): Promise<unknown>;
}

/** A running `npm start`. */
export interface NpmStart {
  readonly url: string;
  readonly dataDir: string;
  readonly output: () => string;
  /** The password of the demo users. */
  readonly password: () => string;
  readonly signIn: (username: string) => Promise<Session>;
  stop(): Promise<void>;
}

const foreign = [
  'MONGODB_URL',
  'NATS_URL',
  'MEILI_URL',
  'MEILI_KEY',
  'PUBLIC_URL',
  'CORS_ORIGINS',
  'DEMO_PASSWORD',
];
const startLimitMs = 180_000;

/** The environment of an `npm start` of its own: a free port, and no address of other servers. */
export async function startEnvironment(dataDir: string): Promise<{ port: number; env: NodeJS.ProcessEnv }> {
  const [port = 0] = await freePorts(1);
  const own = { DATA_DIR: dataDir, GATEWAY_PORT: String(port), BUILT_IN_GRID: 'false' };
  const env: NodeJS.ProcessEnv = { ...process.env, ...own };
  for (const name of foreign) delete env[name];
  return { port, env };
}

/** Runs the program of `npm start` on a data directory, with further settings, and waits until it reports ready. */
export async function npmStart(dataDir: string, settings: NodeJS.ProcessEnv = {}): Promise<NpmStart> {
  const { port: free, env: base } = await startEnvironment(dataDir);
  const env = { ...base, ...settings };
  const port = Number(settings['GATEWAY_PORT'] ?? free);
  const child = spawn(process.execPath, [join(root, 'tools/launcher/src/start.ts')], { cwd: root, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close');
  const isOver = () => child.exitCode !== null || output.includes('Ctrl-C stops everything');
  await until(() => expect(isOver()).toBe(true), startLimitMs);
  if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
  const url = `http://127.0.0.1:${port}`;
  const password = () => readFileSync(join(dataDir, 'demo-password'), 'utf8');
  return {
    url,
    dataDir,
    output: () => output,
    password,
    signIn: (username) => signIn(`${url}/wp-json`, { username, password: password() }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function signIn(api: string, login: Record<string, string>): Promise<Session> {
  const answer = await fetch(`${api}/jwt-auth/v1/token`, {
    method: 'POST',
    body: new URLSearchParams(login),
  });
  const { token } = (await answer.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  return { list: async (path) => (await fetch(`${api}/svc-posts/v2/${path}`, { headers })).json() };
}
