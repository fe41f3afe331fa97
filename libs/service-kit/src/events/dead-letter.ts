import { headers, type JsMsg, type MsgHdrs, type NatsConnection } from 'nats';
import { deadLetterSubject } from '@svc/contracts';
import { messageOf } from '../text/message-of.ts';
import type { HandledMessage } from './handled-message.ts';

const header = {
  id: 'Svc-Message-Id',
  consumer: 'Svc-Consumer',
  subject: 'Svc-Subject',
  error: 'Svc-Error',
  attempts: 'Svc-Attempts',
  storedAt: 'Svc-Stored-At',
} as const;

/** The id by which JetStream drops duplicates, and which a signature covers. */
const idHeader = 'Nats-Msg-Id';

/** The longest reason in a header. */
const maxReasonLength = 1_000;

/** A message that a consumer failed to handle. */
interface Failure {
  readonly message: Pick<HandledMessage, 'subject' | 'data' | 'headers' | 'info'>;
  readonly error: unknown;
  /** How often it failed. */
  readonly attempts: number;
  /** Identifies the failure among those of the consumer, so that it is stored once. */
  readonly key: string | number;
}

/**
 * Stores a message among the dead letters, with its headers, its origin and the reason.
 * @returns its place in the stream of dead letters.
 */
export async function writeDeadLetter(
  connection: NatsConnection,
  durable: string,
  { message, error, attempts, key }: Failure,
): Promise<number> {
  const own = headers();
  for (const name of message.headers?.keys() ?? [])
    if (!name.startsWith('Nats-')) own.set(name, textOf(message.headers, name));
  own.set(header.id, textOf(message.headers, idHeader));
  own.set(header.consumer, durable);
  own.set(header.subject, message.subject);
  own.set(header.error, reasonOf(error));
  own.set(header.attempts, String(attempts));
  own.set(header.storedAt, String(message.info.timestampNanos));
  const { seq } = await connection.jetstream().publish(deadLetterSubject(durable), message.data, {
    headers: own,
    msgID: `${durable}/${key}`,
  });
  return seq;
}

/** The text of an error on one line, without the values that it quotes. */
function reasonOf(error: unknown): string {
  const text = withoutDocument(withoutBody(messageOf(error)));
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, maxReasonLength);
}

const notJson = ' is not valid JSON';

/** `Unexpected token 'J', "…{"title":"Jo"…" is not valid JSON` quotes the body after the comma. */
function withoutBody(text: string): string {
  const comma = text.indexOf(', ');
  const quotes = text.startsWith('Unexpected ') && text.endsWith(notJson) && comma > 0;
  return quotes ? text.slice(0, comma) + notJson : text;
}

/** `E11000 duplicate key error … dup key: { name: "Jo" }` quotes the document at its end. */
function withoutDocument(text: string): string {
  const [before = ''] = text.split('dup key: ');
  return before;
}

/** The origin of a dead letter, as its headers have it: those of an earlier version have no attempts, and no time of storage. */
export interface DeadLetterOrigin {
  readonly subject: string;
  readonly reason: string;
  readonly attempts: number | undefined;
}

/** Reads the headers that `writeDeadLetter` has added. */
export function originOf({ headers: own }: Pick<JsMsg, 'headers'>): DeadLetterOrigin {
  const attempts = Number(textOf(own, header.attempts) || undefined);
  return {
    subject: textOf(own, header.subject),
    reason: textOf(own, header.error),
    attempts: Number.isInteger(attempts) ? attempts : undefined,
  };
}

/**
 * The message of a dead letter as its consumer received it. `seq` is its place in the order of the stream now: readers that have passed its
 * first place have to notice it.
 */
export function replayedMessage(letter: JsMsg, seq: number): HandledMessage {
  const own = headers();
  const added: readonly string[] = Object.values(header);
  for (const name of letter.headers?.keys() ?? [])
    if (!name.startsWith('Nats-') && !added.includes(name)) own.set(name, textOf(letter.headers, name));
  own.set(idHeader, textOf(letter.headers, header.id));
  // A replaced key of a publisher stays valid for messages from its own time.
  const timestampNanos = Number(textOf(letter.headers, header.storedAt)) || letter.info.timestampNanos;
  return {
    subject: textOf(letter.headers, header.subject),
    data: letter.data,
    headers: own,
    seq,
    redelivered: true,
    json: <Value>() => letter.json<Value>(),
    string: () => letter.string(),
    info: { timestampNanos, deliveryCount: (originOf(letter).attempts ?? 0) + 1 },
  };
}

function textOf(own: MsgHdrs | undefined, name: string): string {
  return own?.get(name) ?? '';
}
