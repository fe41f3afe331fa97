import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { admin } from '../../support/admin-tool.ts';
import { deadLettersOf } from '../dead-letters.ts';
import type { Topology } from './topology/open-topology.ts';

interface Finding {
  readonly severity: string;
  readonly what: string;
}

/** The findings of `doctor` in the topology, and its dead letters, with the credentials that an operator of it has. @throws Error when it cannot be reached. */
export async function examineDeployment({ world, nats }: Topology) {
  const operator = {
    dataDir: world.dataDir,
    env: {
      NATS_URL: nats.url,
      NATS_CA_FILE: nats.caFile,
      NATS_NKEY_FILE: join(nats.keysDir, 'admin.nk'),
      KEYRING_FILE: join(world.dataDir, 'keys', 'admin.json'),
    },
  };
  const [program, env] = admin(operator);
  const findings = (await output([program, 'doctor', '--json'], env)) as readonly Finding[];
  return { findings, deadLetters: await deadLettersOf(operator) };
}

/** The exit code of `doctor` tells findings, too: only a command without output has failed. */
function output(args: readonly string[], env: NodeJS.ProcessEnv): Promise<unknown> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env }, (_error, stdout, stderr) => {
      if (stdout === '') reject(new Error(`the deployment could not be examined: ${stderr}`));
      else resolve(JSON.parse(stdout));
    });
  });
}
