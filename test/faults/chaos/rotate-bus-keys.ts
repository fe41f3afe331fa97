import { cp, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { identities } from '@svc/contracts';
import { runAdmin } from '../../support/admin-tool.ts';
import { ProcessCluster } from './kubectl/process-cluster.ts';
import { serveKubectl } from './kubectl/serve-kubectl.ts';
import type { Topology } from './topology/open-topology.ts';

/** Runs `keys rotate-bus --kubernetes` as the documentation describes it, over processes that stand for the pods. */
export async function rotateBusKeys(topology: Topology): Promise<string> {
  const { world, nats } = topology;
  const mounted = join(world.dataDir, 'keys');
  const directory = join(dirname(nats.caFile), 'of-operator');
  await mkdir(directory, { recursive: true });
  for (const folder of [mounted, nats.keysDir])
    for (const name of await readdir(folder))
      if (identities.some((identity) => [`${identity}.json`, `${identity}.nk`].includes(name)))
        await cp(join(folder, name), join(directory, name));
  const kubectl = await serveKubectl(new ProcessCluster(topology, mounted));
  try {
    const env = {
      PATH: `${kubectl.folder}:${process.env['PATH'] ?? ''}`,
      KUBECTL_URL: kubectl.url,
      NATS_URL: nats.url,
      NATS_CA_FILE: nats.caFile,
      NATS_NKEY_FILE: join(directory, 'admin.nk'),
      KEYRING_FILE: join(directory, 'admin.json'),
    };
    const output = await runAdmin(
      { dataDir: world.dataDir, env },
      'keys',
      'rotate-bus',
      '--dir',
      directory,
      '--kubernetes',
      '--in',
      '600',
    );
    const [, begin] = /become valid at (\S+);/.exec(output) ?? [];
    if (begin === undefined) throw new Error(`the command printed ${output}`);
    return `new credentials; the new keys begin at ${begin.slice(11, 19)}`;
  } finally {
    await kubectl.close();
  }
}
