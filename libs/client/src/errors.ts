import type { ErrorCode } from './error-codes.ts';

/** A problem of one field in a refused write. */
export interface FieldProblem {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

/** Details of a refused write: the first problem is the error itself, `errors` has the others. */
interface WriteDetails {
  readonly field?: string;
  readonly bad_fields?: readonly string[];
  readonly errors?: readonly FieldProblem[];
}

/** Details of a wrong parameter: its name, and why its value is wrong. */
interface ParameterDetails {
  readonly params: Readonly<Record<string, string>> | readonly string[];
}

interface ExtensionDetails {
  readonly extension?: string;
  readonly hook?: string;
}

/** The `data` of the codes that have more than the status. */
interface DetailsByCode {
  readonly create_post: WriteDetails;
  readonly update_post: WriteDetails;
  readonly rest_invalid_param: ParameterDetails;
  readonly rest_missing_callback_param: ParameterDetails;
  readonly fields_to_sql: { readonly key?: string };
  readonly confirmation_required: { readonly personal_contacts: number };
  readonly extension_refused: ExtensionDetails;
  readonly extension_failed: ExtensionDetails;
}

/** The `data` of an error with this code. */
export type ErrorData<Code extends ErrorCode> = {
  readonly [detail: string]: unknown;
} & (Code extends keyof DetailsByCode ? DetailsByCode[Code] : unknown);

/** The parts of an error that the client reads from an answer. */
interface Failure<Code extends ErrorCode> {
  readonly code: Code;
  readonly message: string;
  readonly status: number;
  readonly data: ErrorData<Code>;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly cause?: unknown;
}

/**
 * A request that failed. `isServiceError` narrows it to its code, and `data` with it. A newer service may send codes that this version of the
 * client does not know.
 */
export class ServiceError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ServiceError';
  readonly code: Code;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  readonly data: ErrorData<Code>;
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;
  /** The `Retry-After` of the answer, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor({ code, message, status, data, requestId, retryAfterMs, cause }: Failure<Code>) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.data = data;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The union of the errors with these codes. */
export type ServiceErrorOf<Code extends ErrorCode> = Code extends ErrorCode ? ServiceError<Code> : never;

/** Whether it is an error of a request, with one of the codes if there are any. */
export function isServiceError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ServiceErrorOf<Code> {
  return error instanceof ServiceError && (codes.length === 0 || codes.includes(error.code as Code));
}

/** The error of an answer whose status is not a success. */
export function errorOfAnswer(response: Response, text: string): ServiceError {
  const body = parseError(text);
  const seconds = Number(response.headers.get('retry-after') ?? undefined);
  return new ServiceError({
    code: body?.code ?? 'unexpected_answer',
    message: body?.message ?? `The answer is not of the Records Service: HTTP ${response.status}.`,
    status: response.status,
    data: body?.data ?? {},
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  });
}

/** The error of a request without an answer. */
export function errorWithoutAnswer(
  code: 'connection_failed' | 'timed_out',
  message: string,
  cause?: unknown,
): ServiceError {
  return new ServiceError({
    code,
    message,
    status: 0,
    data: {},
    requestId: undefined,
    retryAfterMs: undefined,
    cause,
  });
}

/** The body of an error, or an item of a batch that failed. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function parseError(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    return typeof body?.code === 'string' && typeof body.message === 'string'
      ? { code: body.code, message: body.message, data: body.data ?? {} }
      : undefined;
  } catch {
    return undefined;
  }
}
