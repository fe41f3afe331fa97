import { hkdfSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { identities, type Identity } from '@svc/contracts';

/** The keys of one process: its own private key, and everybody's public ones. */
export interface Keyring {
  readonly identity: Identity;
  readonly privateKey: CryptoKey;
  readonly publicKeys: ReadonlyMap<Identity, CryptoKey>;
  /** A secret that all instances of this identity share and nobody else has, derived from the private key. */
  readonly secret: Uint8Array;
}

interface KeyringFile {
  identity: Identity;
  privateKey: JWK;
  publicKeys: Record<Identity, JWK>;
}

const algorithm = 'EdDSA';

/**
 * Makes one key file per identity (`<identity>.json`, readable by the owner alone) unless they are there already. Each
 * holds one private key only, so a service that is broken into can not sign as another.
 */
export async function createKeyring(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (await exists(keyringFile(directory, 'admin'))) return;
  const pairs = new Map<Identity, { privateKey: JWK; publicKey: JWK }>();
  for (const identity of identities) pairs.set(identity, await generatePair());
  const publicKeys = Object.fromEntries([...pairs].map(([identity, pair]) => [identity, pair.publicKey]));
  for (const [identity, pair] of pairs) {
    const content = { identity, privateKey: pair.privateKey, publicKeys };
    await writeFile(keyringFile(directory, identity), JSON.stringify(content, null, 2), { mode: 0o600 });
  }
}

/**
 * Reads one process's key file.
 * @throws Error naming the file when it is missing or no keyring.
 */
export async function loadKeyring(file: string): Promise<Keyring> {
  try {
    const content = JSON.parse(await readFile(file, 'utf8')) as KeyringFile;
    if (!identities.includes(content.identity))
      throw new Error(`${String(content.identity)} is no sender on the bus`);
    const publicKeys = new Map<Identity, CryptoKey>();
    for (const identity of identities)
      publicKeys.set(identity, await importKey(content.publicKeys[identity]));
    const { identity } = content;
    const privateKey = await importKey(content.privateKey);
    return { identity, privateKey, publicKeys, secret: secretOf(content.privateKey) };
  } catch (cause) {
    throw new Error(`KEYRING_FILE ${file} can not be read as a keyring; make one with createKeyring`, {
      cause,
    });
  }
}

/** Where the key file of an identity is in a keyring's directory. */
export function keyringFile(directory: string, identity: Identity): string {
  return join(directory, `${identity}.json`);
}

function secretOf(privateKey: JWK): Uint8Array {
  const material = Buffer.from(privateKey.d ?? '', 'base64url');
  return Buffer.from(hkdfSync('sha256', material, Buffer.alloc(0), 'svc keyring secret', 32));
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, algorithm)) as CryptoKey;
}

async function generatePair(): Promise<{ privateKey: JWK; publicKey: JWK }> {
  const pair = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true });
  return { privateKey: await exportJWK(pair.privateKey), publicKey: await exportJWK(pair.publicKey) };
}

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  );
}
