import { headers, type MsgHdrs } from 'nats';
import {
  ServiceError,
  inEnglish,
  isErrorCode,
  type ErrorCode,
  type StatusOf,
  type Translate,
} from '@svc/contracts';
import { traceHeader } from '../tracing/span.ts';

/** Header names of requests and replies on the bus. */
export const wire = {
  actor: 'Svc-Actor',
  requestId: 'Svc-Request-Id',
  traceparent: traceHeader,
  deadline: 'Svc-Deadline',
  idempotencyKey: 'Svc-Idempotency-Key',
  /** The client of a change, for the audit log: its network address and device, and a MAC of both. */
  client: 'Svc-Client',
  /** The MAC: of a request over its sender and content, of an answer over the request that it answers. */
  mac: 'Svc-Mac',
  /** `ok`, or the code of the error in the body. */
  outcome: 'Svc-Outcome',
  status: 'Svc-Status',
  /** A warning about an answer that is `ok` but incomplete. */
  warning: 'Svc-Warning',
  /** The version of the record that the answer shows: see `AnswerWith`. */
  version: 'Svc-Version',
  /** The number of a message and the count of all, `<number>/<count>`, where a reply needs several. */
  part: 'Svc-Part',
} as const;

/** Where a change came from, for the audit log. */
export interface RequestClient {
  /** The network address; empty when there is none, as for the admin tool. */
  readonly address: string;
  /** The `User-Agent` of the request, or the name of the tool. */
  readonly device: string;
}

/** Characters of a device that are kept. */
const maxDeviceLength = 200;

/** The data of a request in addition to its input. */
export interface Envelope {
  readonly actorToken: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** Unix milliseconds. */
  readonly deadline: number;
  readonly idempotencyKey: string | undefined;
  /** Absent for reads, and for work of the service itself. */
  readonly client?: RequestClient | undefined;
  /** The MAC that was received with the client. */
  readonly clientMac?: string | undefined;
}

/** A complete reply. The body is the JSON for the client, also of an error. */
export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly code: string | undefined;
  readonly body: Uint8Array;
  readonly warning?: string | undefined;
  readonly version?: number | undefined;
  readonly mac?: string | undefined;
}

/**
 * Writes an input or output: JSON in UTF-8. Where its `data` are bytes, the JSON of all else, a line end, which JSON does not contain, and these
 * bytes: as text they would take a third more, and strings of this size make the garbage collector work for as long as all the rest.
 */
export function encodeBody(value: unknown): Buffer {
  if (!hasBytes(value)) return Buffer.from(JSON.stringify(value));
  const { data, ...rest } = value;
  return Buffer.concat([Buffer.from(`${JSON.stringify(rest)}\n`), data]);
}

/** Reads what `encodeBody` has written. @throws SyntaxError when it is not JSON. */
export function decodeBody(body: Uint8Array): unknown {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const end = bytes.indexOf('\n');
  if (end < 0) return JSON.parse(bytes.toString('utf8'));
  const rest = JSON.parse(bytes.toString('utf8', 0, end)) as object;
  return { ...rest, data: bytes.subarray(end + 1) };
}

function hasBytes(value: unknown): value is { readonly data: Uint8Array } {
  return typeof value === 'object' && value !== null && 'data' in value && value.data instanceof Uint8Array;
}

/** Writes an envelope as headers. */
export function toHeaders(envelope: Envelope): MsgHdrs {
  const result = headers();
  result.set(wire.actor, envelope.actorToken);
  result.set(wire.requestId, envelope.requestId);
  result.set(wire.deadline, String(envelope.deadline));
  if (envelope.traceparent) result.set(wire.traceparent, envelope.traceparent);
  if (envelope.idempotencyKey) result.set(wire.idempotencyKey, envelope.idempotencyKey);
  return result;
}

/** Writes a client as the value of a header, which can carry ASCII only. */
export function encodeClient({ address, device }: RequestClient): string {
  const parts = [address, device.slice(0, maxDeviceLength)];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function decodeClient(text: string | undefined): RequestClient | undefined {
  if (text === undefined) return undefined;
  try {
    const [address, device] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    return { address: String(address), device: String(device) };
  } catch {
    // Its sender made no such text: without a client, the entry has no address.
    return undefined;
  }
}

/** Reads an envelope from headers. A missing header gives an empty text; a missing or invalid deadline counts as passed. */
export function fromHeaders(received: MsgHdrs | undefined): Envelope {
  const read = (name: string) => received?.get(name) || undefined;
  const [client, clientMac] = read(wire.client)?.split('.') ?? [];
  return {
    actorToken: read(wire.actor) ?? '',
    requestId: read(wire.requestId) ?? 'none',
    traceparent: read(wire.traceparent),
    deadline: Number(read(wire.deadline)) || 0,
    idempotencyKey: read(wire.idempotencyKey),
    client: decodeClient(client),
    clientMac,
  };
}

/** The longest time that any caller waits for an answer, in milliseconds. */
export const maxTimeoutMs = 60_000;

/** Makes the reply to a request that succeeded. */
export function okReply(body: Uint8Array, more: Pick<Reply, 'warning' | 'version'> = {}): Reply {
  return { ok: true, status: 200, code: undefined, body, ...more };
}

/** Makes the reply to a request that was refused or failed, in the language of the caller. */
export function errorReply(error: ServiceError, translate: Translate = inEnglish): Reply {
  return {
    ok: false,
    status: error.status,
    code: error.code,
    body: Buffer.from(JSON.stringify(error.toBody(translate))),
  };
}

/** Returns the error in a failed reply. */
export function errorOfReply(reply: Reply): ServiceError {
  const code: ErrorCode = reply.code !== undefined && isErrorCode(reply.code) ? reply.code : 'internal_error';
  const { message, data } = decodeBody(reply.body) as ReturnType<ServiceError['toBody']>;
  const { status: _status, ...rest } = data;
  return new ServiceError(code, message, { status: reply.status as StatusOf<ErrorCode>, data: rest });
}
