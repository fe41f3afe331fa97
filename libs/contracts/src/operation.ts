import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Identity } from './identity.ts';

/** The services that answer operations. */
export const serviceNames = ['records', 'comments', 'users', 'search'] as const;

/** A service that answers operations. */
export type ServiceName = (typeof serviceNames)[number];

/**
 * `read` and `write` say what a lost answer means: a read can simply be repeated, but nobody knows whether a write
 * happened. A `list` is a read that may be slow because of what one caller asked, so being slow is not held against
 * the service by the gateway's breaker.
 */
export type OperationKind = 'read' | 'list' | 'write';

/**
 * In whose name an operation may be sent. `caller`: that of anyone the gateway let in, the handler decides. `service`: only that
 * of the system (the services and the admin tool); such an operation is never reachable over HTTP.
 */
export type OperationAudience = 'caller' | 'service';

/** Where extensions run: they may ask for what callers may. */
export const extensionHosts = ['records', 'users'] as const satisfies readonly Identity[];

/** The callers of an operation that clients reach, and with them extensions. */
export const clients = ['gateway', ...extensionHosts] as const satisfies readonly Identity[];

/** One request/reply operation of a service, declared once for both of its ends. */
export interface Operation<Input = unknown, Output = unknown> {
  /** `<service>.<verb>`: bus subject, handler file and metric label are all made from it. */
  readonly name: `${ServiceName}.${string}`;
  readonly kind: OperationKind;
  readonly audience: OperationAudience;
  /** One request is the work of many: it waits in a line of its own, and few are carried out at the same time. */
  readonly isBulk?: true;
  /** The processes that may send it: the permissions on the bus are made from it. */
  readonly callers: readonly Identity[];
  readonly summary: string;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  /** Input keys that may differ when the same request is repeated, such as the client's network address. */
  readonly incidental?: readonly string[];
  /** The codes it can answer with, besides those any operation can (see `commonErrors`). */
  readonly errors: readonly ErrorCode[];
}

/** Codes that any operation may answer with. */
export const commonErrors = [
  'rest_missing_callback_param',
  'rest_invalid_param',
  'rest_invalid_json',
  'request_too_large',
  'internal_error',
  'service_unavailable',
  'outcome_unknown',
  'idempotency_key_reused',
  'not_trusted',
  'write_conflict',
] as const satisfies readonly ErrorCode[];

/** The input type of an operation. */
export type InputOf<Op> = Op extends Operation<infer Input, unknown> ? Input : never;

/** The output type of an operation. */
export type OutputOf<Op> = Op extends Operation<unknown, infer Output> ? Output : never;

/** Declares an operation; its types are inferred from the schemas. */
export function defineOperation<Input, Output>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}

/** The service that answers an operation. */
export function serviceOf(operation: Pick<Operation, 'name'>): ServiceName {
  return operation.name.split('.')[0] as ServiceName;
}

/** The bus subject of an operation: `svc.rpc.records.update`. */
export function operationSubject(operation: Pick<Operation, 'name'>): string {
  return `svc.rpc.${operation.name}`;
}

/** Where the answers of a service to a process come: only that service may publish there, and only that process hears it. */
export function replySubject(asker: string, service: string, rest: string): string {
  return `svc.replies.${asker}.${service}.${rest}`;
}
