import { createHash, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { headers, type JsMsg, type Msg, type MsgHdrs } from 'nats';
import type { Identity } from '@svc/contracts';
import { messageOf } from '../text/message-of.ts';
import type { Keyring } from './keyring.ts';

/** The header by whose value JetStream recognizes and drops a duplicate. */
const idHeader = 'Nats-Msg-Id';
/** `<identity>.<id of its key>.<signature in base64url>` */
const signatureHeader = 'Svc-Signature';

// In the thread pool: a signature takes longer than all other work on a small message.
const signAside = promisify(sign);
const verifyAside = promisify(verify);

/** The parts of a message that its signature covers. */
export interface SignedParts {
  /** The unique id of the event or command; of a result, that of its command. */
  readonly id: string;
  readonly subject: string;
  readonly body: Uint8Array;
}

/** A message is not signed by the identity that may send it, and is ignored. */
export class UntrustedMessage extends Error {
  constructor(subject: string, cause: unknown) {
    super(`${subject} is not signed by its sender: ${messageOf(cause)}`, { cause });
  }
}

/**
 * Signs a message and returns its headers. The signature does not expire, since events and commands wait for their consumers. Sending a
 * message again has no effect, because consumers remember its id.
 */
export async function signMessage(keyring: Keyring, parts: SignedParts): Promise<MsgHdrs> {
  const { id: key, signing } = keyring.signing;
  const signature = await signAside(null, statement(parts), signing);
  const signed = headers();
  signed.set(idHeader, parts.id);
  signed.set(signatureHeader, `${keyring.identity}.${key}.${signature.toString('base64url')}`);
  return signed;
}

/** A message with its signature; one of a stream also has the time when the stream stored it. */
interface SignedMessage extends Pick<Msg, 'subject' | 'data'> {
  readonly headers?: MsgHdrs | undefined;
  readonly info?: Pick<JsMsg['info'], 'timestampNanos'> | undefined;
}

/** Checks that a message is signed by the one identity that may send it. @throws UntrustedMessage */
export async function verifyMessage(
  keyring: Keyring,
  message: SignedMessage,
  sender: Identity | undefined,
): Promise<void> {
  try {
    const signature = message.headers?.get(signatureHeader) ?? '';
    const [signer, key = '', value = ''] = signature.split('.');
    if (!sender || signer !== sender)
      throw new Error(`signed by ${signer || 'nobody'}, not by ${sender ?? 'anybody known'}`);
    const publicKey = keyring.publicKey(sender, key, storedAt(message));
    if (!publicKey) throw new Error(`${sender} has no key with this id`);
    const id = message.headers?.get(idHeader) ?? '';
    const parts = { id, subject: message.subject, body: message.data };
    const isRight = await verifyAside(null, statement(parts), publicKey, Buffer.from(value, 'base64url'));
    if (!isRight) throw new Error('the signature belongs to another message');
  } catch (cause) {
    throw new UntrustedMessage(message.subject, cause);
  }
}

/** Checks that a message is signed by one of the identities that may send it, and returns which. @throws UntrustedMessage */
export async function verifySender<Sender extends Identity>(
  keyring: Keyring,
  message: SignedMessage,
  senders: readonly Sender[],
): Promise<Sender> {
  const signer = message.headers?.get(signatureHeader).split('.')[0];
  const sender = senders.find((each) => each === signer);
  await verifyMessage(keyring, message, sender);
  return sender as Sender;
}

/** When the stream stored the message, in Unix milliseconds: a replaced key stays valid for messages from its own time. */
function storedAt({ info }: SignedMessage): number {
  return info ? info.timestampNanos / 1e6 : Date.now();
}

function statement({ id, subject, body }: SignedParts): Uint8Array {
  const digest = createHash('sha256').update(body).digest('hex');
  return Buffer.from(`svc-message\n${id}\n${subject}\n${digest}`);
}
