import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The version of the seed. Raise it when the seeded data changes: data of another version is created again. Derived values and indexes do not
 * count, since the services update those themselves.
 */
export const seedForm = 2;

export interface SeedSize {
  contacts: number;
  groups: number;
  users: number;
  /** The number of contacts that the service creates; the others are copies of them. */
  family: number;
  /** Contacts only have a name, a telephone number and an assignee; there are no groups. */
  small?: true;
}
const maxUsersOfSmall = 200;

/** One group for ten contacts, one user for five hundred; the number of contacts is rounded to whole families. */
export function seedSize(contacts: number, largestFamily = 2_000): SeedSize {
  const family = Math.min(contacts, largestFamily);
  const families = Math.round(contacts / family);
  return {
    contacts: family * families,
    groups: groupsFor(family) * families,
    users: Math.max(10, Math.round(contacts / 500)),
    family,
  };
}

/** Small contacts, in families that are large enough to have many names. */
export function smallSeedSize(contacts: number): SeedSize {
  const { users, family, ...size } = seedSize(contacts, 10_000);
  return { ...size, users: Math.min(users, maxUsersOfSmall), family, groups: 0, small: true };
}

export function groupsFor(contacts: number): number {
  return Math.round(contacts / 10);
}

/** The file that marks a complete seed, with the accounts for the measurement. */
export interface SeedMarker {
  form: number;
  size: SeedSize;
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
