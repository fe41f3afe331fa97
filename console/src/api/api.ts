import { endSession, session } from '../session/session.ts';

/** An answer that refuses a request, with the code of the error catalogue. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({
    status,
    code,
    message,
    data,
  }: {
    status: number;
    code: string;
    message: string;
    data?: object;
  }) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.data = { ...data };
  }
}

export interface Request {
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
  /** The version that the change is based on. */
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal;
}

export interface Answer<T> {
  readonly value: T;
  readonly etag: string | undefined;
}

const root = document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '';

/** Requests JSON. @throws ApiError when the service refuses, or cannot be reached (`offline`). */
export async function request<T>(method: string, path: string, options: Request = {}): Promise<Answer<T>> {
  const response = await send(method, path, options);
  const answer = (await response.json().catch(() => undefined)) as unknown;
  if (!response.ok) throw refusal(response, answer);
  return { value: answer as T, etag: response.headers.get('etag') ?? undefined };
}

/** Requests the value alone. */
export async function get<T>(path: string, query?: Request['query'], signal?: AbortSignal): Promise<T> {
  const { value } = await request<T>('GET', path, { ...(query && { query }), ...(signal && { signal }) });
  return value;
}

/** Sends a body, and returns the answer. */
export async function post<T>(path: string, body: object = {}): Promise<T> {
  const { value } = await request<T>('POST', path, { body });
  return value;
}

async function send(
  method: string,
  path: string,
  { query, body, ifMatch, signal }: Request,
): Promise<Response> {
  const url = new URL(`${root}/${path}`, location.origin);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.append(name, value);
  const headers = new Headers({ Accept: 'application/json' });
  if (session.value) headers.set('Authorization', `Bearer ${session.value.token}`);
  if (body && !(body instanceof FormData)) headers.set('Content-Type', 'application/json');
  if (method !== 'GET') headers.set('Idempotency-Key', crypto.randomUUID());
  if (ifMatch) headers.set('If-Match', ifMatch);
  try {
    return await fetch(url, {
      method,
      headers,
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: 'offline', message: 'The service cannot be reached.' });
  }
}

function refusal(response: Response, answer: unknown): ApiError {
  const {
    code = 'internal_error',
    message = response.statusText,
    data,
  } = (answer ?? {}) as Partial<ApiError>;
  // A token that has ended signs the user out, and the page keeps its address.
  if (response.status === 401 && session.value) endSession();
  return new ApiError({ status: response.status, code, message, data: { ...data } });
}
