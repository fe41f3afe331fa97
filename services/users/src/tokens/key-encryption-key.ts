import { hkdfSync } from 'node:crypto';
import type { Keyring } from '@svc/service-kit';

const purpose = 'users: encryption of JWT signing keys, version 1';

/**
 * The key under which signing keys are stored: derived from the configured secret or, without one, from the secret of this
 * service's own keyring, which every instance has.
 */
export function keyEncryptionKey(secret: string | undefined, keyring: Pick<Keyring, 'secret'>): Buffer {
  const material = secret === undefined ? keyring.secret : Buffer.from(secret, 'utf8');
  return Buffer.from(hkdfSync('sha256', material, Buffer.alloc(0), purpose, 32));
}
