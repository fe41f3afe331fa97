import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InstanceName } from '@svc/contracts';
import { mainOf, type ServiceInstance } from '@svc/launcher';
import { until } from '@svc/testing';

export type CollectedMemory = Readonly<Record<string, number>>;

/** The entry file of a service that also collects garbage on SIGUSR2 and writes the remaining memory to a file. */
export function collectingEntry(dir: string): (service: InstanceName) => string {
  mkdirSync(dir, { recursive: true });
  return (service) => {
    const entry = join(dir, `${service}.mjs`);
    const main = pathToFileURL(mainOf(service)).href;
    writeFileSync(entry, entryText(main, noteOf(dir, service)));
    return entry;
  };
}

const noteOf = (dir: string, service: string): string => join(dir, `${service}.json`);

/** The source of the entry. It collects twice: the second collection frees what the first one has finalized. */
const entryText = (
  main: string,
  note: string,
): string => `import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', async () => {
  await collect({ execution: 'async', type: 'major' });
  await collect({ execution: 'async', type: 'major' });
  writeFileSync(${JSON.stringify(`${note}.new`)}, JSON.stringify(process.memoryUsage()));
  renameSync(${JSON.stringify(`${note}.new`)}, ${JSON.stringify(note)});
});
await import(${JSON.stringify(main)});
`;

export async function collectedMemory(
  dir: string,
  services: readonly ServiceInstance[],
): Promise<CollectedMemory> {
  const measured = services.map(
    async (instance) => [instance.service, await collectedIn(dir, instance)] as const,
  );
  return Object.fromEntries(await Promise.all(measured));
}

async function collectedIn(dir: string, instance: ServiceInstance): Promise<number> {
  const note = noteOf(dir, instance.service);
  rmSync(note, { force: true });
  await instance.kill('SIGUSR2');
  await until(() => {
    if (!existsSync(note)) throw new Error(`${instance.service} does not say how much memory it needs`);
  });
  const { heapUsed, external } = JSON.parse(readFileSync(note, 'utf8')) as NodeJS.MemoryUsage;
  return heapUsed + external;
}
