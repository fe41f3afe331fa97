import { errorOfAnswer, errorWithoutAnswer, isServiceError } from './errors.ts';
import { limitTime, reasonOf, wait } from './limit-time.ts';
import { type Query, toQueryString } from './query-string.ts';
import { delayBeforeRetry, type RetryPolicy } from './retry.ts';
import type { Session } from './session.ts';
import { type Fetch, type Progress, withProgress } from './upload-progress.ts';

/** Options of every request. */
export interface RequestOptions {
  /** Aborts the request, and the wait for its repeat. */
  readonly signal?: AbortSignal;
  /** The longest time of one attempt, in milliseconds: that of the client by default. */
  readonly timeoutMs?: number;
}

/** Options of every write. */
export interface WriteOptions extends RequestOptions {
  /**
   * Identifies the write for a day: with the same key it is carried out once. By default every call has a new one. Pass one that is stored to repeat a write
   * after a restart of the application.
   */
  readonly idempotencyKey?: string;
}

/** A request to the service. */
export interface Sending {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the root of the API, for example `svc-posts/v2/contacts`. */
  readonly path: string;
  readonly query?: Query;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Whether it changes anything, so that a repeat needs an `Idempotency-Key`. */
  readonly isWrite?: boolean;
  /** Whether it is sent without credentials. */
  readonly isPublic?: boolean;
  /** The form of the answer: JSON by default, a file as `Blob`, or the `Response` whose body arrives for as long as `signal` does not abort. */
  readonly answer?: 'json' | 'file' | 'stream';
  readonly options?: WriteOptions & { readonly onProgress?: (progress: Progress) => void };
}

/** A successful answer. */
export interface Answer<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

/** Sends a request, and repeats it as `retry.ts` decides. @throws ServiceError when it fails; the reason of `signal` when it is aborted. */
export type Send = <Body>(sending: Sending) => Promise<Answer<Body>>;

/** The parts of a client that every request uses. */
export interface SendDeps {
  /** The root of the API, without a slash at the end. */
  readonly root: string;
  readonly fetch: Fetch;
  readonly session: () => Session;
  readonly timeoutMs: number;
  readonly policy: RetryPolicy;
}

export function createSend(deps: SendDeps): Send {
  return async <Body>(sending: Sending) => {
    const idempotencyKey = sending.isWrite ? (sending.options?.idempotencyKey ?? newKey()) : undefined;
    const request = { ...sending, headers: { ...sending.headers, 'Idempotency-Key': idempotencyKey } };
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendAuthenticated<Body>(request, deps);
      } catch (error) {
        if (!isServiceError(error)) throw error;
        const delayMs = delayBeforeRetry(error, attempt, deps.policy);
        if (delayMs === undefined) throw error;
        await wait(delayMs, sending.options?.signal);
      }
    }
  };
}

/** Sends a request with a token, and once more with a renewed one if the service refuses the first. */
async function sendAuthenticated<Body>(sending: Sending, deps: SendDeps): Promise<Answer<Body>> {
  if (sending.isPublic) return attempt(sending, undefined, deps);
  const session = deps.session();
  const token = await session.token();
  try {
    return await attempt(sending, token, deps);
  } catch (error) {
    if (token === undefined || !isRefusedToken(error)) throw error;
    const other = await session.renew(token);
    if (other === undefined) throw error;
    return attempt(sending, other, deps);
  }
}

function isRefusedToken(error: unknown): boolean {
  return isServiceError(error, 'jwt_auth_invalid_token', 'rest_cannot_access', 'key_ended');
}

async function attempt<Body>(
  sending: Sending,
  token: string | undefined,
  deps: SendDeps,
): Promise<Answer<Body>> {
  const { signal, timeoutMs = deps.timeoutMs, onProgress } = sending.options ?? {};
  const url = `${deps.root}/${sending.path}${toQueryString(sending.query ?? {})}`;
  const fetch = onProgress ? withProgress(deps.fetch, onProgress) : deps.fetch;
  const limit = limitTime(timeoutMs, signal);
  let isStream = false;
  try {
    const response = await fetch(url, { ...requestOf(sending, token), signal: limit.signal });
    if (!response.ok) throw errorOfAnswer(response, await response.text());
    const body = await readAnswer(response, sending.answer);
    isStream = sending.answer === 'stream';
    return { body: body as Body, headers: response.headers };
  } catch (error) {
    if (isServiceError(error)) throw error;
    if (signal?.aborted) throw reasonOf(signal);
    if (limit.isOver())
      throw errorWithoutAnswer('timed_out', `The service did not answer within ${timeoutMs} ms.`, error);
    throw errorWithoutAnswer('connection_failed', `The service cannot be reached at ${deps.root}.`, error);
  } finally {
    // A stream arrives after the answer, and still ends with its signal.
    if (!isStream) limit.end();
  }
}

async function readAnswer(response: Response, answer: Sending['answer']): Promise<unknown> {
  if (answer === 'stream') return response;
  return answer === 'file' ? response.blob() : parseJson(response, await response.text());
}

function requestOf({ method, headers = {}, json, form }: Sending, token: string | undefined): RequestInit {
  const all = {
    Accept: 'application/json',
    'Content-Type': json === undefined ? undefined : 'application/json',
    Authorization: token === undefined ? undefined : `Bearer ${token}`,
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const body = form ?? (json === undefined ? null : JSON.stringify(json));
  return { method, headers: Object.fromEntries(sent), body };
}

function parseJson(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw errorOfAnswer(response, text);
  }
}

/** `randomUUID` is absent on pages without https and in React Native; a key must be unique, not secret. */
export function newKey(): string {
  const { crypto } = globalThis as { readonly crypto?: { randomUUID?(): string } };
  if (crypto?.randomUUID) return crypto.randomUUID();
  const part = () => Math.random().toString(36).slice(2);
  return `${Date.now().toString(36)}-${part()}${part()}`;
}
