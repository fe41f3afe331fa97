import { createHash } from 'node:crypto';
import { CompactSign, compactVerify, decodeProtectedHeader } from 'jose';
import { identities, ServiceError, type Identity } from '@svc/contracts';
import type { Keyring } from './keyring.ts';

/**
 * Signs a command: its id, its subject and the hash of its body. Without an expiry, since a command waits as long as its
 * receiver is down; repeating one does nothing, because it is carried out once under its id.
 */
export async function signCommand(keyring: Keyring, command: SignedParts): Promise<string> {
  return new CompactSign(statement(command))
    .setProtectedHeader({ alg: 'EdDSA', typ: 'svc-command', kid: keyring.identity })
    .sign(keyring.privateKey);
}

/**
 * The sender of a command.
 * @throws ServiceError `not_trusted` when the signature does not belong to these parts.
 */
export async function verifyCommand(
  keyring: Keyring,
  signature: string,
  command: SignedParts,
): Promise<Identity> {
  try {
    const sender = identities.find((identity) => identity === decodeProtectedHeader(signature).kid);
    const key = sender && keyring.publicKeys.get(sender);
    if (!key) throw new Error('unknown sender');
    const { payload } = await compactVerify(signature, key, { algorithms: ['EdDSA'] });
    if (!Buffer.from(payload).equals(Buffer.from(statement(command))))
      throw new Error('signed for another command');
    return sender;
  } catch (cause) {
    throw new ServiceError('not_trusted', 'The command is not signed by a known sender.', { cause });
  }
}

/** What the signature of a command covers. */
export interface SignedParts {
  readonly id: string;
  readonly subject: string;
  readonly body: Uint8Array;
}

function statement(command: SignedParts): Uint8Array {
  const hash = createHash('sha256').update(command.body).digest('hex');
  return new TextEncoder().encode(`${command.id}\n${command.subject}\n${hash}`);
}
