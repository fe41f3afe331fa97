import { join } from 'node:path';

/** Where an instance keeps the keys of its services and tools, those for NATS among them. */
export function keysDirOf(dataDir: string): string {
  return join(dataDir, 'keys');
}

/** The settings with which tools connect to a NATS that was started here. */
export function ownSettings(keysDir: string): Record<string, string> {
  return { NATS_NKEY_FILE: join(keysDir, 'admin.nk') };
}
