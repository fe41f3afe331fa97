import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder for the keys of an instance's services and tools, including those for NATS. */
export function keysDirOf(dataDir: string): string {
  return join(dataDir, 'keys');
}

/** The settings with which tools connect to a NATS server of this instance. */
export function ownSettings(keysDir: string): Record<string, string> {
  return { NATS_NKEY_FILE: join(keysDir, 'admin.nk') };
}

/** Reads a random secret from a file, which is created at the first call and readable for its owner only. */
export function secretFile(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
