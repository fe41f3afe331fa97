import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identities, type Identity } from '@svc/contracts';
import { keyringFile, loadKeyring } from '../actor/keyring-file.ts';
import type { Keyring } from '../actor/keyring.ts';
import { createKeyring } from '../actor/make-keyrings.ts';

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
