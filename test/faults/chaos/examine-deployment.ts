import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { admin } from '../../support/admin-tool.ts';
import type { Topology } from './topology/open-topology.ts';

interface Finding {
  readonly severity: string;
  readonly what: string;
}

/** What `doctor` finds in the topology, with the credentials that an operator of it has. @throws Error when it cannot reach it. */
export async function examineDeployment({ world, nats }: Topology): Promise<readonly Finding[]> {
  const [program, env] = admin({
    dataDir: world.dataDir,
    env: {
      NATS_URL: nats.url,
      NATS_CA_FILE: nats.caFile,
      NATS_NKEY_FILE: join(nats.keysDir, 'admin.nk'),
      KEYRING_FILE: join(world.dataDir, 'keys', 'admin.json'),
    },
  });
  const { stdout, stderr } = await output(program, ['doctor', '--json'], env);
  // With an exit code of its own for findings, the output alone tells a failure from them.
  if (stdout === '') throw new Error(`doctor could not examine the deployment: ${stderr}`);
  return JSON.parse(stdout) as Finding[];
}

function output(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  return new Promise<{ stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}
