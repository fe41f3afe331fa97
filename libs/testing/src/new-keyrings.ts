import { identities, type Identity } from '@svc/contracts';
import { createKeyring, type Keyring, keyringFile, loadKeyring } from '@svc/service-kit';
import { temporaryDirectory } from './throw-away-stack.ts';

/** Keyrings of processes that know each other, and nobody else. */
export async function newKeyrings(): Promise<Readonly<Record<Identity, Keyring>>> {
  const directory = temporaryDirectory();
  await createKeyring(directory);
  const load = async (identity: Identity) =>
    [identity, await loadKeyring(keyringFile(directory, identity))] as const;
  return Object.fromEntries(await Promise.all(identities.map(load))) as Record<Identity, Keyring>;
}
