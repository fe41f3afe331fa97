import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, parseJson } from '@svc/service-kit';
import { HttpClient, HttpRequestError, type HttpRequest } from '@svc/service-kit/http-client';
import { z } from 'zod';
import { AdminError } from '../admin-error.ts';

export interface SourceAccount {
  /** Address of the installation, without a slash at the end. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Private hosts, addresses and networks, apart from its own host, from which files may be downloaded. */
  readonly fileHosts?: readonly string[];
}

/** Values of a query string; a list becomes `key[]=…` for each of its entries. */
export type Query = Readonly<Record<string, string | number | readonly string[]>>;

export class SourceRefusal extends Error {
  override readonly name = 'SourceRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const requestTimeoutMs = 60_000;
/** The maximum size of an answer, larger than the user list or settings of a large installation. */
const maxBytes = 64 * 1024 * 1024;
const attempts = 8;
const pauses = { firstMs: 500, maxMs: 60_000 };
const isPassing = (status: number) => status === 429 || status >= 500;
const errorSchema = z.object({ code: z.string(), message: z.string() });
const tokenSchema = z.object({ token: z.string() });

export interface SourceContent {
  /** The content type that the source reports, often only a guess. */
  readonly type: string;
  readonly size: number | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The end of a file address of this service. Its beginning is the public address of the source, which may differ from the one to read. */
const ownFile = /files\/v1\/[a-z0-9]{26}\.[\w.-]+$/;

type Pause = (milliseconds: number) => Promise<unknown>;

/** Reads the REST API of an installation as one of its users, and obeys its rate limits. */
export class SourceClient {
  readonly #account: SourceAccount;
  readonly #pause: Pause;
  readonly #files: HttpClient;
  #token: Promise<string> | undefined;

  constructor(account: SourceAccount, pause: Pause = delay) {
    this.#account = account;
    this.#pause = pause;
    const { hostname } = new URL(account.url);
    this.#files = new HttpClient([hostname.replace(/^\[|\]$/g, ''), ...(account.fileHosts ?? [])]);
  }

  /**
   * Reads a path below the root of the API and parses the answer.
   * @throws SourceRefusal for an error or unexpected body; AdminError when the source cannot be reached, redirects, or refuses the login.
   */
  async get<Answer>(path: string, schema: z.ZodType<Answer>, query: Query = {}): Promise<Answer> {
    const address = this.#address(`${path}${queryText(query)}`);
    const answer = await this.#authorized((headers) => this.#send(() => ask(address, { headers })));
    return understood(answer, schema, path);
  }

  /** Downloads the file with which a path answers a POST of `sent`. @throws like `get` */
  async download(path: string, sent: Readonly<Record<string, string>>): Promise<SourceContent> {
    const url = this.#address(path);
    const body = JSON.stringify(sent);
    const answer = await this.#authorized((headers) =>
      this.#send(() =>
        this.#open({
          method: 'POST',
          url,
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        }),
      ),
    );
    return contentOf(answer);
  }

  /**
   * Downloads a file from an address in an answer of the source, without a token: the address may lead to another storage, but only to private
   * addresses that the operator has named.
   * @throws like `get`
   */
  async downloadShown(url: string): Promise<SourceContent> {
    if (!URL.canParse(url) || !/^https?:/.test(url))
      throw new SourceRefusal(200, 'The file has no valid address.');
    const own = ownFile.exec(url)?.[0];
    const address = own === undefined ? url : this.#address(own);
    return contentOf(await this.#send(() => this.#open({ method: 'GET', url: address })));
  }

  #address(path: string): string {
    return `${this.#account.url}/wp-json/${path}`;
  }

  /** Sends with a token, and once more with a new one if it has expired. */
  async #authorized(
    send: (headers: Readonly<Record<string, string>>) => Promise<Answered>,
  ): Promise<Answered> {
    const headers = async () => ({ authorization: `Bearer ${await this.#login()}` });
    const answer = await send(await headers());
    if (!isLoggedOut(answer)) return answer;
    this.#token = undefined;
    return send(await headers());
  }

  #login(): Promise<string> {
    const { username, password } = this.#account;
    const body = JSON.stringify({ username, password });
    const headers = { 'content-type': 'application/json' };
    const path = 'jwt-auth/v1/token';
    const send = () => ask(this.#address(path), { method: 'POST', headers, body });
    this.#token ??= this.#send(send).then((answer) => {
      if (answer.status === 403 || answer.status === 401)
        throw new AdminError(`${this.#account.url} refused the login of ${username}: ${messageOf(answer)}`);
      return understood(answer, tokenSchema, path).token;
    });
    return this.#token;
  }

  async #send(attemptOnce: () => Promise<Answered | Error>): Promise<Answered> {
    const { url } = this.#account;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await attemptOnce();
      if (answer instanceof Error && attempt === attempts)
        throw new AdminError(
          `${url} cannot be reached (${answer.message}). Run the command again later: it resumes the import.`,
        );
      // Status 500 is retried less often: a defect of the source returns it every time.
      const isOver =
        !(answer instanceof Error) &&
        (!isPassing(answer.status) || attempt >= (answer.status === 500 ? 3 : attempts));
      if (isOver) return answer;
      await this.#pause(pauseAfter(attempt, answer instanceof Error ? undefined : answer.retryAfter));
    }
  }

  async #open(request: Omit<HttpRequest, 'timeoutMs'>): Promise<Answered | Error> {
    try {
      const { status, headers, content } = await this.#files.open({
        ...request,
        timeoutMs: requestTimeoutMs,
      });
      const header = (name: string) => headers[name]?.toString() ?? null;
      const about = { status, retryAfter: header('retry-after'), location: header('location') };
      if (status !== 200)
        return { ...about, body: parseJson(await boundedText(content, String(request.url))) };
      const length = header('content-length');
      const size = length === null ? undefined : Number(length);
      return { ...about, body: undefined, file: { type: header('content-type') ?? '', size, content } };
    } catch (error) {
      if (error instanceof HttpRequestError && error.isForbidden)
        throw new SourceRefusal(200, forbidden(error));
      return failureOf(error);
    }
  }
}

interface Answered {
  readonly status: number;
  /** Undefined when the body is not JSON. */
  readonly body: unknown;
  readonly retryAfter: string | null;
  readonly location: string | null;
  readonly file?: SourceContent;
}

async function ask(address: string, init: RequestInit): Promise<Answered | Error> {
  try {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const response = await fetch(address, { ...init, signal, redirect: 'manual' });
    const { status, headers, body } = response;
    const text = await boundedText(body ?? [], address);
    const header = (name: string) => headers.get(name);
    return { status, body: parseJson(text), retryAfter: header('retry-after'), location: header('location') };
  } catch (error) {
    return failureOf(error);
  }
}

/** Returns errors that may pass. @throws AdminError, which another attempt would only repeat. */
function failureOf(error: unknown): Error {
  if (error instanceof AdminError) throw error;
  return error instanceof Error ? error : new Error(String(error));
}

/** Replaces the advice of the message, which names a setting of the services, by the option of this tool. */
function forbidden({ message }: HttpRequestError): string {
  return `${message.replace(/; .*/s, '')}. If this is intended, allow its host with --file-host.`;
}

function contentOf(answer: Answered): SourceContent {
  if (answer.file) return answer.file;
  throw new SourceRefusal(answer.status, messageOf(answer));
}

function queryText(query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (typeof value === 'object') for (const each of value) search.append(`${key}[]`, each);
    else search.append(key, String(value));
  return search.size === 0 ? '' : `?${search.toString()}`;
}

/** @throws AdminError when the answer exceeds `maxBytes`. */
async function boundedText(
  body: Iterable<never> | AsyncIterable<Uint8Array>,
  address: string,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.byteLength;
    if (length > maxBytes)
      throw new AdminError(
        `${address} answers with more than ${maxBytes / 1024 / 1024} MB, the limit for an answer. The import has stopped.`,
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Whether the token has expired: status 401, or 403 with a code of its own. */
function isLoggedOut({ status, body }: Answered): boolean {
  const error = errorSchema.safeParse(body);
  return status === 401 || (status === 403 && error.success && error.data.code === 'jwt_auth_invalid_token');
}

function understood<Answer>(answer: Answered, schema: z.ZodType<Answer>, path: string): Answer {
  if (answer.location !== null)
    throw new AdminError(`The source redirects to ${answer.location}: use that address in --url.`);
  if (answer.status !== 200) throw new SourceRefusal(answer.status, messageOf(answer));
  const read = schema.safeParse(answer.body);
  if (read.success) return read.data;
  throw new SourceRefusal(
    200,
    `The answer to ${path} has an unexpected format:\n${z.prettifyError(read.error)}`,
  );
}

function messageOf({ status, body }: Answered): string {
  const error = errorSchema.safeParse(body);
  return error.success
    ? `${error.data.message} (${error.data.code}, ${status})`
    : `The source answered with status ${status}.`;
}

/** Milliseconds until the next attempt: exponential backoff, or longer if `retry-after` asks for it. */
function pauseAfter(failures: number, retryAfter: string | null | undefined): number {
  const seconds = retryAfter ? Number(retryAfter) : Number.NaN;
  const wished = Number.isNaN(seconds) && retryAfter ? Date.parse(retryAfter) - Date.now() : seconds * 1_000;
  const own = backoffMs(pauses, failures);
  return Number.isFinite(wished) ? Math.min(Math.max(wished, own), 10 * pauses.maxMs) : own;
}
