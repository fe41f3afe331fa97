import type { MsgHdrs } from 'nats';

/** A message as its receivers get it. */
export interface Delivered {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers: MsgHdrs | undefined;
  readonly reply: string | undefined;
}

/** A message that a stream keeps. */
export interface StoredMessage {
  readonly seq: number;
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers: MsgHdrs | undefined;
  /** In Unix milliseconds. */
  readonly time: number;
}

/** The contents of a message in the forms of the NATS client. */
export function contentsOf({ subject, data, headers, reply }: Delivered) {
  const text = () => Buffer.from(data).toString('utf8');
  return {
    subject,
    data,
    ...(headers && { headers }),
    ...(reply !== undefined && { reply }),
    sid: 0,
    string: text,
    json: <Value>() => JSON.parse(text()) as Value,
  };
}

/** The bytes of a payload, which later changes by the sender do not affect. */
export function bytesOf(data: string | Uint8Array | undefined): Uint8Array {
  return typeof data === 'string' ? Buffer.from(data) : Buffer.from(data ?? []);
}
