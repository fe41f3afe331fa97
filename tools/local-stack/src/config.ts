import { join, resolve } from 'node:path';
import type { ServerName } from './servers/server-kind.ts';
import { SERVER_KINDS } from './servers/server-kinds.ts';
import { StackError } from './stack-error.ts';

export type Env = Readonly<Record<string, string | undefined>>;

const ROOT = join(import.meta.dirname, '../../..');

/** Reads and checks the settings of the local stack. @throws StackError that lists all problems. */
export function readStackConfig(env: Env = process.env) {
  const problems: string[] = [];
  const ports: Partial<Record<ServerName, number>> = {};
  for (const { name, settings } of SERVER_KINDS) {
    const port = readPort(env, settings.port, problems);
    if (port !== undefined) ports[name] = port;
  }
  if (problems.length) throw new StackError(`These settings are wrong:\n  ${problems.join('\n  ')}`);
  return { env, dataDir: resolve(env['DATA_DIR'] || join(ROOT, '.local/data')), ports };
}

/** Parses the port in a setting; a wrong value adds a problem to the list. */
export function readPort(env: Env, setting: string, problems: string[]): number | undefined {
  const text = env[setting];
  if (!text) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  problems.push(`${setting} is "${text}"; it must be a port number from 1 to 65535.`);
  return undefined;
}
