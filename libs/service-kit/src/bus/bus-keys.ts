import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from 'nats';

/** Where the seed of a process's nkey is in a directory of keys. */
export function busKeyFile(directory: string, identity: string): string {
  return join(directory, `${identity}.nk`);
}

/**
 * Makes an nkey for each of these processes unless it is there (`<identity>.nk`). The owner alone can read them, and look into the directory.
 * @returns their public keys, which the permissions of NATS name.
 */
export function createBusKeys<Name extends string>(
  directory: string,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o700);
  const keys = names.map((name) => [name, publicKeyIn(busKeyFile(directory, name))] as const);
  return Object.fromEntries(keys) as Record<Name, string>;
}

function publicKeyIn(file: string): string {
  try {
    writeFileSync(file, factory.createUser().getSeed(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    chmodSync(file, 0o600);
  }
  return publicKeyOf(readFileSync(file, 'utf8'));
}

/** The public key of a seed. @throws Error when it is none. */
export function publicKeyOf(seed: string): string {
  return factory.fromSeed(Buffer.from(seed.trim())).getPublicKey();
}

interface KeyPair {
  getPublicKey(): string;
  getSeed(): Uint8Array;
}

/** The library leaves it untyped. */
const factory = nkeys as { createUser(): KeyPair; fromSeed(seed: Uint8Array): KeyPair };
