import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from './start-stack.ts';

/** Says to other tools, by DATA_DIR, where the running servers are. Only the owner may read it: it holds the key. */
export function writeStackFile(dataDir: string, stack: Stack): () => void {
  const file = join(dataDir, 'stack.json');
  const { mongodbUrl, natsUrl, natsKeysDir, meiliUrl, meiliKey } = stack;
  const content = { pid: process.pid, mongodbUrl, natsUrl, natsKeysDir, meiliUrl, meiliKey };
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}
