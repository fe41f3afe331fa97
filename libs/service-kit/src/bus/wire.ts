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
  /** Of a request: who sends it, and that it is meant for this and nothing else. Of an answer: that it is the one to this request. */
  mac: 'Svc-Mac',
  /** `ok`, or the code of the error that the body holds. */
  outcome: 'Svc-Outcome',
  status: 'Svc-Status',
  /** What is less than usual about an answer that is `ok`. */
  warning: 'Svc-Warning',
  /** Of what the answer shows: see `WithVersion`. */
  version: 'Svc-Version',
  /** `<number>/<count>` of a reply that needs several messages. */
  part: 'Svc-Part',
} as const;

/** What travels with a request besides its input. */
export interface Envelope {
  readonly actorToken: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** Unix milliseconds. */
  readonly deadline: number;
  readonly idempotencyKey: string | undefined;
}

/** A complete reply: the body is the JSON that goes to the client, an error's body included. */
export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly code: string | undefined;
  readonly body: Uint8Array;
  readonly warning?: string | undefined;
  readonly version?: number | undefined;
  readonly mac?: string | undefined;
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

/** Reads an envelope from headers; what is absent is empty, and a deadline that is absent or no number is over. */
export function fromHeaders(received: MsgHdrs | undefined): Envelope {
  const read = (name: string) => received?.get(name) || undefined;
  return {
    actorToken: read(wire.actor) ?? '',
    requestId: read(wire.requestId) ?? 'none',
    traceparent: read(wire.traceparent),
    deadline: Number(read(wire.deadline)) || 0,
    idempotencyKey: read(wire.idempotencyKey),
  };
}

/** Nobody waits longer for an answer than this, in milliseconds. */
export const maxTimeoutMs = 60_000;

/** The reply to a request that succeeded. */
export function okReply(body: Uint8Array, more: Pick<Reply, 'warning' | 'version'> = {}): Reply {
  return { ok: true, status: 200, code: undefined, body, ...more };
}

/** The reply to a request that was refused or failed, in the language of who asked. */
export function errorReply(error: ServiceError, translate: Translate = inEnglish): Reply {
  return {
    ok: false,
    status: error.status,
    code: error.code,
    body: Buffer.from(JSON.stringify(error.toBody(translate))),
  };
}

/** The error that a failed reply holds. */
export function errorOfReply(reply: Reply): ServiceError {
  const code: ErrorCode = reply.code !== undefined && isErrorCode(reply.code) ? reply.code : 'internal_error';
  const { message, data } = JSON.parse(Buffer.from(reply.body).toString('utf8')) as ReturnType<
    ServiceError['toBody']
  >;
  const { status: _status, ...rest } = data;
  return new ServiceError(code, message, { status: reply.status as StatusOf<ErrorCode>, data: rest });
}
