import { hkdfSync } from 'node:crypto';
import type { Keyring } from '@svc/service-kit';

/** The kinds of encrypted secrets, each with a key of its own. */
const purposes = {
  'signing keys': 'users: encryption of JWT signing keys, version 1',
  'site links': 'users: encryption of site link tokens, version 1',
  'refresh tokens': 'users: authentication of refresh tokens, version 1',
  'second factors': 'users: encryption of the secrets of second factors, version 1',
  'provider logins': 'users: encryption of the secrets of logins with the identity provider, version 1',
  'audit log': 'users: authentication of the ends of the audit log, version 1',
} as const;

/**
 * The key that encrypts secrets of a kind: derived from the configured secret or, without one, from the secret of this
 * service's keyring, which all instances share.
 */
export function keyEncryptionKey(
  secret: string | undefined,
  keyring: Pick<Keyring, 'secret'>,
  kind: keyof typeof purposes = 'signing keys',
): Buffer {
  const material = secret === undefined ? keyring.secret : Buffer.from(secret, 'utf8');
  return Buffer.from(hkdfSync('sha256', material, Buffer.alloc(0), purposes[kind], 32));
}
