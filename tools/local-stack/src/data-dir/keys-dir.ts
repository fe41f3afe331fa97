import { join } from 'node:path';

/** The folder for the keys of an instance's services and tools, including those for NATS. */
export function keysDirOf(dataDir: string): string {
  return join(dataDir, 'keys');
}

/** The settings with which tools connect to a NATS server of this instance. */
export function ownSettings(keysDir: string): Record<string, string> {
  return { NATS_NKEY_FILE: join(keysDir, 'admin.nk') };
}
