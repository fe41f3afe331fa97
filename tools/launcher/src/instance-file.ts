import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StackAddresses } from './service-environment.ts';
import type { ServiceInstance } from './service-instance.ts';

export interface RunningInstance extends Omit<StackAddresses, 'meiliKey'> {
  gatewayUrl: string;
  keyringDir: string;
  instances: readonly ServiceInstance[];
}

/** Says to other tools, by DATA_DIR, where the running services are. Answers the function that removes it. */
export function writeInstanceFile(dataDir: string, running: RunningInstance): () => void {
  const { gatewayUrl, mongodbUrl, natsUrl, natsKeysDir, meiliUrl, keyringDir, instances } = running;
  const ops: Record<string, string[]> = {};
  for (const { service, opsUrl } of instances) (ops[service] ??= []).push(opsUrl);
  const file = join(dataDir, 'instance.json');
  const addresses = { gatewayUrl, mongodbUrl, natsUrl, natsKeysDir, meiliUrl };
  const content = { pid: process.pid, ...addresses, keyringDir, ops };
  // Removed first: writing into a file that is there would keep its mode.
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}
