import { hkdfSync, webcrypto } from 'node:crypto';
import type { Keyring } from '@svc/service-kit';

const purpose = 'users: encryption of JWT signing keys, version 1';

/**
 * The key under which signing keys are stored: derived from the configured secret or, without one, from this service's
 * own private key, which every instance has.
 */
export async function keyEncryptionKey(secret: string | undefined, keyring: Keyring): Promise<Buffer> {
  const material = secret === undefined ? await ownSignature(keyring) : Buffer.from(secret, 'utf8');
  return Buffer.from(hkdfSync('sha256', material, Buffer.alloc(0), purpose, 32));
}

/**
 * Ed25519 signs the same text always the same way, so a signature that never leaves this function is a secret of whoever
 * holds the private key. Nothing else that key signs looks like this text.
 */
async function ownSignature(keyring: Keyring): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.sign('Ed25519', keyring.privateKey, Buffer.from(purpose)));
}
