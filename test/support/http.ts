import { randomUUID } from 'node:crypto';
import { until } from '@svc/testing';
import { stringifyBrackets } from './brackets.ts';
import { undocumented } from './documented-answers.ts';

/** Values of a query string or a form: nested objects and arrays become brackets. */
export type Values = Readonly<Record<string, unknown>>;

export interface Sending {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent form-urlencoded. */
  form?: Values;
  /** Sent as it is, with whatever content type `headers` names. */
  raw?: string | Uint8Array<ArrayBuffer>;
  query?: Values | string;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
  /** The body as it came. */
  text: string;
  headers: Headers;
}

export interface Api {
  get<Body = Record<string, unknown>>(path: string, sending?: Sending): Promise<Answer<Body>>;
  post<Body = Record<string, unknown>>(path: string, sending?: Sending): Promise<Answer<Body>>;
  delete<Body = Record<string, unknown>>(path: string, sending?: Sending): Promise<Answer<Body>>;
  request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    sending?: Sending,
  ): Promise<Answer<Body>>;
}

/** Where requests go: a world, or one of its gateways. */
export interface Door {
  gatewayUrl: string;
  /** A network that may be unreliable, on the way to the gateway: clients repeat what is not answered. */
  network?: { readonly url: string };
}

/** Sends requests to a gateway and compares each answer with the OpenAPI document. All requests have these headers; paths start behind the API root: `svc-posts/v2/contacts`. */
export function api(door: Door, token?: string, always: Sending['headers'] = {}): Api {
  const request = <Body>(method: string, path: string, { query, headers, ...body }: Sending = {}) => {
    const sending = { ...body, headers: { ...always, ...headers } };
    const url = `${door.network?.url ?? door.gatewayUrl}/wp-json/${path}${queryOf(query)}`;
    const ask = door.network ? sendUntilAnswered : send;
    return ask<Body>(url, { method, token, sending });
  };
  return {
    get: (path, sending) => request('GET', path, sending),
    post: (path, sending) => request('POST', path, sending),
    delete: (path, sending) => request('DELETE', path, sending),
    request,
  };
}

/** Longer than the service may take for anything, so that a hang shows as an error that says where. */
const timeoutMs = 40_000;

interface SentRequest {
  readonly method: string;
  readonly token: string | undefined;
  readonly sending: Sending;
}

/** Repeats a request without an answer, like a client on an unreliable network; a write under the same key. */
function sendUntilAnswered<Body>(url: string, { sending, ...request }: SentRequest): Promise<Answer<Body>> {
  const headers = { 'idempotency-key': randomUUID(), ...sending.headers };
  return until(async () => {
    const answer = await send<Body>(url, { ...request, sending: { ...sending, headers } });
    if (answer.status === 503) throw new Error(`${request.method} ${url} answered 503: ${answer.text}`);
    return answer;
  });
}

async function send<Body>(url: string, { method, token, sending }: SentRequest): Promise<Answer<Body>> {
  const { body, type } = bodyOf(sending);
  const headers = {
    ...(type && { 'content-type': type }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...sending.headers,
  };
  const signal = sending.signal ?? AbortSignal.timeout(timeoutMs);
  const request = { method, headers, signal, ...(body !== undefined && { body }) };
  const response = await fetch(url, request).catch((error: unknown) => {
    throw withReason(error);
  });
  const text = await response.text();
  const answer = {
    status: response.status,
    body: parse<Body>(text, response),
    text,
    headers: response.headers,
  };
  const path = new URL(url).pathname.replace('/wp-json', '');
  const problem = undocumented({ method, path, status: answer.status, body: answer.body });
  if (problem !== undefined) throw new Error(`${problem}\n${text.slice(0, 1_000)}`);
  return answer;
}

/** An error of fetch whose message has its cause, which the report of a failed test leaves out. */
function withReason(error: unknown): unknown {
  if (!(error instanceof TypeError && error.cause instanceof Error)) return error;
  const { cause, message } = error;
  const { code } = cause as NodeJS.ErrnoException;
  return new TypeError(`${message}: ${cause.message}${code ? ` (${code})` : ''}`, { cause });
}

function bodyOf({ json, form, raw }: Sending): { body?: string | Uint8Array<ArrayBuffer>; type?: string } {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  if (form !== undefined) return { body: stringifyBrackets(form), type: 'application/x-www-form-urlencoded' };
  return raw === undefined ? {} : { body: raw };
}

function queryOf(query: Values | string | undefined): string {
  if (query === undefined) return '';
  return `?${typeof query === 'string' ? query : stringifyBrackets(query)}`;
}

/** Every answer of the service is JSON, errors included; but for files, which have no body here. */
function parse<Body>(text: string, response: Response): Body {
  if (response.headers.has('content-disposition')) return undefined as Body;
  try {
    return JSON.parse(text) as Body;
  } catch (cause) {
    throw new Error(`${response.url} answered ${response.status} without JSON: ${text.slice(0, 200)}`, {
      cause,
    });
  }
}

/** The body of an answer. @throws Error when the request was refused. */
export async function done<Body>(asked: Promise<Answer<Body>>): Promise<Body> {
  const { status, body, text } = await asked;
  if (status !== 200) throw new Error(`it was refused: ${status} ${text}`);
  return body;
}

/** Creates a record, and returns its id. @throws Error when the request was refused. */
export async function make(by: Api, path: string, json: object): Promise<number> {
  return Number((await done(by.post(path, { json })))['ID']);
}

/** What became of the only item of a batch, as the request alone would have answered it; the answer as it is, where the batch was refused. */
export async function itemAlone(api: Api, type: string, item: object): Promise<Answer<unknown>> {
  type Results = { readonly results?: readonly [{ status: number; ID?: number; error?: unknown }] };
  const answer = await api.post<Results>(`svc-posts/v2/${type}/batch`, { json: { items: [item] } });
  const [{ status, ID, error } = { status: answer.status }] = answer.body.results ?? [];
  if (!answer.body.results) return answer;
  const body = error ?? { ID };
  return { ...answer, status, body, text: JSON.stringify(body) };
}
