import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from 'nats';

/** Returns the path of the nkey seed of a process in a directory of keys. */
export function busKeyFile(directory: string, identity: string): string {
  return join(directory, `${identity}.nk`);
}

/**
 * Makes an nkey for each of these processes unless it exists (`<identity>.nk`). Only the owner can read the files and list the directory.
 * @returns their public keys, for which NATS has permissions.
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
    writeFileSync(file, createBusKey(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    chmodSync(file, 0o600);
  }
  return publicKeyOf(readFileSync(file, 'utf8'));
}

/** Returns the seed of a new nkey. */
export function createBusKey(): string {
  return Buffer.from(factory.createUser().getSeed()).toString();
}

/** Returns the public key of a seed. @throws Error when the text is not a seed. */
export function publicKeyOf(seed: string): string {
  return factory.fromSeed(Buffer.from(seed.trim())).getPublicKey();
}

interface KeyPair {
  getPublicKey(): string;
  getSeed(): Uint8Array;
}

/** `nkeys` with types, which the library lacks. */
const factory = nkeys as { createUser(): KeyPair; fromSeed(seed: Uint8Array): KeyPair };
