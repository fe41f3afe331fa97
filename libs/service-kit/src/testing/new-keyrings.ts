import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identities, type Identity } from '@svc/contracts';
import type { Keyring } from '../signing/keyring.ts';
import { keyringFile, loadKeyring } from '../signing/keyring-file.ts';
import { createKeyring } from '../signing/make-keyrings.ts';

/** Keyrings of processes that know each other, and nobody else. */
export async function newKeyrings(): Promise<Readonly<Record<Identity, Keyring>>> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-keyrings-'));
  await createKeyring(directory);
  const load = async (identity: Identity) =>
    [identity, await loadKeyring(keyringFile(directory, identity))] as const;
  const keyrings = Object.fromEntries(await Promise.all(identities.map(load)));
  await rm(directory, { recursive: true });
  return keyrings as Record<Identity, Keyring>;
}
