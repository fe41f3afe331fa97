import { randomUUID } from 'node:crypto';
import { ServiceError } from '@svc/contracts';

const sane = /^[\w.:-]{1,128}$/;

/** The id under which a request is logged: the client's own when it is valid, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && sane.test(header) ? header : randomUUID();
}

/** W3C Trace Context: version, trace id, parent id, flags; ids of zeros and version ff are not valid. */
const validTraceparent = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The trace context that the client sent, if it is valid. */
export function traceparentOf(header: string | undefined): string | undefined {
  return header !== undefined && validTraceparent.test(header) ? header : undefined;
}

/** The start of an unsampled trace, for logs only. */
export function newTraceparent(): string {
  return `00-${randomHex()}-${randomHex().slice(16)}-00`;
}

/** 32 hex digits, never all zeros. `randomUUID` is faster than `randomBytes`, because Node caches entropy for it. */
function randomHex(): string {
  return randomUUID().replaceAll('-', '');
}

const validKey = /^[\x21-\x7e]{1,200}$/;

/** The `Idempotency-Key` of a request, if it has one. @throws ServiceError `invalid_idempotency_key`. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && validKey.test(header)) return header;
  throw new ServiceError(
    'invalid_idempotency_key',
    'The Idempotency-Key must have 1 to 200 visible ASCII characters, without spaces.',
  );
}
