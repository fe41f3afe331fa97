import { lookup } from 'node:dns/promises';
import { Agent, buildConnector, errors } from 'undici';
import { AddressPolicy } from './address-policy.ts';

/** A request to another site. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** With http or https, without a user and password. */
  readonly url: string | URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whole milliseconds in which the last byte of the answer must be there. */
  readonly timeoutMs: number;
  /** Ends the request earlier. */
  readonly signal?: AbortSignal;
  /** Whether nobody reads what the answer says beside its status: then it may be of any size. */
  readonly discardsBody?: boolean;
}

/** What another site answers. A redirect is an answer like any other: it is not followed. */
export interface HttpAnswer {
  readonly status: number;
  /** What it says as JSON; undefined where that is none, or is discarded. */
  readonly json: unknown;
}

/** A file of another site, as its bytes arrive. */
export interface HttpDownload {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** To be read to its end, or ended. @throws HttpRequestError when it is cut, or stands still for longer than the request was given. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** A name's addresses, as `lookup` of node:dns/promises finds all of them. */
export type ResolveHost = (host: string) => Promise<{ address: string; family: number }[]>;

/**
 * Another site was not asked, or did not answer in time and within its limits. The message names its host and nothing else of the
 * request, so that it can be logged.
 */
export class HttpRequestError extends Error {
  override readonly name = 'HttpRequestError';
  /** Whether the site may have got the request. */
  readonly mayHaveArrived: boolean;
  /** Whether its host has an address that is not public and that nobody allowed. */
  readonly isForbidden: boolean;

  constructor(host: string, cause: unknown, timeoutMs: number) {
    const notConnected = cause instanceof ConnectError;
    super(`${host} ${reasonOf(notConnected ? cause.cause : cause, timeoutMs)}`);
    this.mayHaveArrived = !notConnected;
    this.isForbidden = notConnected && cause.cause instanceof ForbiddenAddressError;
  }
}

/** Of the body of an answer that is read. */
const maxAnswerBytes = 100_000;

/**
 * The one way by which requests leave for other sites. It resolves a name once and connects to exactly the addresses that it checked;
 * the names and headers of a request, and what a site answers, cannot lead it anywhere else.
 */
export class HttpClient {
  readonly #agent: Agent;
  readonly #downloads: Agent;

  /** @param allowed What `ALLOWED_PRIVATE_HOSTS` names. */
  constructor(allowed: readonly string[], resolve: ResolveHost = (host) => lookup(host, { all: true })) {
    const connect = checkedConnector(new AddressPolicy(allowed), resolve);
    this.#agent = new Agent({ connect, maxResponseSize: maxAnswerBytes });
    this.#downloads = new Agent({ connect });
  }

  /**
   * Asks another site.
   * @throws HttpRequestError when there is no whole answer.
   */
  async send({ url, timeoutMs, signal, discardsBody, ...request }: HttpRequest): Promise<HttpAnswer> {
    const { origin, host, path } = addressOf(url);
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const { statusCode: status, body } = await this.#agent.request({
        ...request,
        origin,
        path,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (discardsBody) await body.dump();
      return { status, json: discardsBody ? undefined : parseJson(await body.text()) };
    } catch (error) {
      throw new HttpRequestError(host, error, timeoutMs);
    }
  }

  /**
   * Asks another site for something of any size. The time is that until it answers, and that between two pieces.
   * @throws HttpRequestError when it does not answer.
   */
  async open({ url, timeoutMs, ...request }: Omit<HttpRequest, 'discardsBody'>): Promise<HttpDownload> {
    const { origin, host, path } = addressOf(url);
    const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
    const failure = (error: unknown) => new HttpRequestError(host, error, timeoutMs);
    const { statusCode, headers, body } = await this.#downloads
      .request({ ...request, ...times, origin, path })
      .catch((error: unknown) => {
        throw failure(error);
      });
    return { status: statusCode, headers, content: readOrFail(body, failure) };
  }
}

async function* readOrFail(
  body: AsyncIterable<Uint8Array>,
  failure: (error: unknown) => Error,
): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await pieces.next().catch((error: unknown) => {
        throw failure(error);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await pieces.return?.();
  }
}

function addressOf(url: string | URL): { origin: string; host: string; path: string } {
  const { origin, protocol, host, pathname, search, username, password } = new URL(url);
  if (!/^https?:$/.test(protocol) || username || password)
    throw new TypeError('A request needs an address with http or https, without a user and password');
  return { origin, host, path: pathname + search };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** No connection came about: nothing was sent. */
class ConnectError extends Error {}

class ForbiddenAddressError extends Error {
  constructor(address: string) {
    super(`is at ${address}, which is not a public address; ALLOWED_PRIVATE_HOSTS can name it`);
  }
}

function checkedConnector(policy: AddressPolicy, resolve: ResolveHost): buildConnector.connector {
  return (options, callback) => {
    const fail = (cause: unknown) => callback(new ConnectError('not connected', { cause }), null);
    permittedAddresses(options.hostname, policy, resolve).then((addresses) => {
      const connect = buildConnector({
        allowH2: false,
        autoSelectFamily: true,
        lookup: (_host, _options, found) => found(null, addresses),
      });
      connect(options, (...[error, socket]) => (error ? fail(error) : callback(null, socket)));
    }, fail);
  };
}

/** All of them, or none: nobody has good reason to mix them. */
async function permittedAddresses(host: string, policy: AddressPolicy, resolve: ResolveHost) {
  const addresses = await resolve(host);
  const forbidden = addresses.find(({ address }) => !policy.permits(host, address));
  if (forbidden) throw new ForbiddenAddressError(forbidden.address);
  return addresses;
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof ForbiddenAddressError) return error.message;
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return `answers with more than ${maxAnswerBytes} bytes`;
  const { name, code } = error as { name?: unknown; code?: unknown };
  const isLate =
    name === 'TimeoutError' ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError;
  if (isLate) return `did not answer within ${timeoutMs} ms`;
  return `could not be asked: ${typeof code === 'string' ? code : String(name)}`;
}
