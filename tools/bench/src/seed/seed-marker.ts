import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedForm, type SeedSize } from './seed-form.ts';

/** The file that marks a complete seed, with the accounts for the measurement. */
export interface SeedMarker {
  form: number;
  size: SeedSize;
  /** The password of all users. */
  password: string;
  users: SeedUser[];
}

export interface SeedUser {
  id: number;
  username: string;
  role: string;
  /** The contact that represents the user; null when it was not created in time. */
  contactId: number | null;
}

/** The marker of the data in a folder; undefined when it is missing or of another version or size. */
export function readSeedMarker(dataDir: string, size: SeedSize): SeedMarker | undefined {
  try {
    const marker = JSON.parse(readFileSync(file(dataDir), 'utf8')) as SeedMarker;
    const isCurrent = marker.form === seedForm && JSON.stringify(marker.size) === JSON.stringify(size);
    return isCurrent ? marker : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the marker, last of all: data without it is incomplete. */
export function writeSeedMarker(dataDir: string, marker: SeedMarker): void {
  writeFileSync(file(dataDir), `${JSON.stringify(marker, null, 2)}\n`, { mode: 0o600 });
}

const file = (dataDir: string): string => join(dataDir, 'seed.json');
