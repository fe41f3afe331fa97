import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Identity, ServiceName } from './identity.ts';

/**
 * How an operation fails. When the answer is lost, a `read` can be repeated, while the outcome of a `write` is unknown. A `list` is a
 * read that may be slow because of its input, so the circuit breaker of the gateway does not count its timeouts as failures.
 */
export type OperationKind = 'read' | 'list' | 'write';

/**
 * The actors for whom an operation may be called. `caller`: any actor; the handler checks permissions. `service`: only the system, that
 * is, the services and the admin tool; such an operation is never reachable over HTTP.
 */
export type OperationAudience = 'caller' | 'service';

/** The services that run extensions. Extensions may call the operations that clients may. */
export const extensionHosts = ['records', 'users'] as const satisfies readonly Identity[];

/** The `callers` of an operation that clients and extensions may call. */
export const clients = ['gateway', ...extensionHosts] as const satisfies readonly Identity[];

/** A request/reply operation of a service, declared once for the caller and the handler. */
export interface Operation<Input = unknown, Output = unknown> {
  /** `<service>.<verb>`. The bus subject, the handler's file and the metric label derive from it. */
  readonly name: `${ServiceName}.${string}`;
  readonly kind: OperationKind;
  readonly audience: OperationAudience;
  /** Set when one request does the work of many: such requests have a queue of their own, which runs few at the same time. */
  readonly isBulk?: true;
  /** Set for the imports of the admin tool, which have a queue of their own. */
  readonly isImport?: true;
  /** Set when it concerns accounts, roles, keys or the installation: an API key reaches it only with `administration`. */
  readonly isAdministration?: true;
  /** Set when it sets up a second factor: the only operations for callers who have to do so first. */
  readonly isForSetup?: true;
  /** The post type that it always concerns; absent when its input names one as `post_type`, or when it concerns none. */
  readonly postType?: string;
  /** The processes that may send it. The permissions on the bus derive from them. */
  readonly callers: readonly Identity[];
  readonly summary: string;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  /** Input keys that may differ in a repeat under the same `Idempotency-Key`, such as the client's network address. */
  readonly incidental?: readonly string[];
  /** The error codes of the operation, in addition to `commonErrors`. */
  readonly errors: readonly ErrorCode[];
}

/** Error codes of every operation. */
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
  'key_read_only',
  'key_scope',
  'second_factor_required',
  'extension_refused',
  'extension_failed',
  'extension_loop',
] as const satisfies readonly ErrorCode[];

/** The input type of an operation. */
export type InputOf<Op> = Op extends Operation<infer Input, unknown> ? Input : never;

/** The output type of an operation. */
export type OutputOf<Op> = Op extends Operation<unknown, infer Output> ? Output : never;

/** An operation as it is declared: with no errors of its own and, where it does not say otherwise, for the system alone. */
type Declared<Input, Output> = Omit<Operation<Input, Output>, Defaulted> &
  Partial<Pick<Operation<Input, Output>, Defaulted>>;
type Defaulted = 'audience' | 'errors';
type WithoutCallers<Input, Output> = Omit<Declared<Input, Output>, 'audience' | 'callers'>;

/** Declares an operation; its types are inferred from the schemas. */
export function defineOperation<Input, Output>(operation: Declared<Input, Output>): Operation<Input, Output> {
  return { audience: 'service', errors: [], ...operation };
}

/** Declares an operation that clients may call, and extensions for them. */
export function defineClientOperation<Input, Output>(
  operation: WithoutCallers<Input, Output>,
): Operation<Input, Output> {
  return defineOperation({ ...operation, audience: 'caller', callers: clients });
}

/** Declares an operation that clients may call, and no other service. */
export function defineGatewayOperation<Input, Output>(
  operation: WithoutCallers<Input, Output>,
): Operation<Input, Output> {
  return defineOperation({ ...operation, audience: 'caller', callers: ['gateway'] });
}

/** Declares an operation of the admin tool. */
export function defineAdminOperation<Input, Output>(
  operation: WithoutCallers<Input, Output>,
): Operation<Input, Output> {
  return defineOperation({ ...operation, callers: ['admin'] });
}

/** Declares an operation that imports data of another installation, which only the admin tool may call. */
export function defineImportOperation<Input, Output>(
  operation: WithoutCallers<Input, Output>,
): Operation<Input, Output> {
  return defineAdminOperation({ ...operation, isImport: true });
}

/** Returns the service that answers an operation. */
export function serviceOf(operation: Pick<Operation, 'name'>): ServiceName {
  return operation.name.split('.')[0] as ServiceName;
}

/** The bus subject of an operation: `svc.rpc.records.update`. */
export function operationSubject(operation: Pick<Operation, 'name'>): string {
  return `svc.rpc.${operation.name}`;
}

/** The subject of a service's answers to a process. Only that service may publish on it, and only that process may subscribe to it. */
export function replySubject(asker: string, service: string, rest: string): string {
  return `svc.replies.${asker}.${service}.${rest}`;
}
