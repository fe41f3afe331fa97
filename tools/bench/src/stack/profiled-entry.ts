import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InstanceName } from '@svc/contracts';

const ROOT = join(import.meta.dirname, '../../../..');

/** The entry file of a service: its own, or one that profiles the whole run. */
export function entryOf(
  profiled: readonly InstanceName[],
  dataDir: string,
): (service: InstanceName) => string {
  return (service) => {
    const main = join(ROOT, 'services', service, 'src/main.ts');
    if (!profiled.includes(service)) return main;
    const dir = join(dataDir, 'profiles');
    mkdirSync(dir, { recursive: true });
    const entry = join(dir, `${service}.mjs`);
    writeFileSync(entry, profilingEntry(main, join(dir, service)));
    return entry;
  };
}

/** The source of the profiling entry. An inspector session answers synchronously, so it can write the profile while the process exits. */
const profilingEntry = (main: string, name: string): string => `import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.start');
process.once('exit', () => {
  session.post('Profiler.stop', (error, answer) => {
    if (!error) writeFileSync(${JSON.stringify(name)} + '-' + Date.now() + '.cpuprofile', JSON.stringify(answer.profile));
  });
});
await import(${JSON.stringify(pathToFileURL(main).href)});
`;
