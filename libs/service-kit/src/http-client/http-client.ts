import { lookup } from 'node:dns/promises';
import { Agent, buildConnector, errors, fetch } from 'undici';
import { parseJson } from '../text/parse-json.ts';
import { within } from '../time/within.ts';
import { AddressPolicy } from './address-policy.ts';

/** A request to another site. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** An address with http or https, without user and password. */
  readonly url: string | URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long the request may take until the last byte of the answer, in whole milliseconds. */
  readonly timeoutMs: number;
  /** A signal that ends the request earlier. */
  readonly signal?: AbortSignal;
  /** Whether the body of the answer is ignored; it may then have any size. */
  readonly discardsBody?: boolean;
}

/** The answer of another site. A redirect is an answer like any other: it is not followed. */
export interface HttpAnswer {
  readonly status: number;
  /** The body parsed as JSON; undefined when it is not JSON or is discarded. */
  readonly json: unknown;
}

/** A file of another site, as a stream. */
interface HttpDownload {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * The bytes; the reader must consume or end the stream. @throws HttpRequestError when it breaks off, or stalls for longer than the
   * timeout of the request
   */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Returns all addresses of a name, as `lookup` of node:dns/promises does. */
type ResolveHost = (host: string) => Promise<{ address: string; family: number }[]>;

/**
 * A request to another site was not sent, or got no answer in time and within the limits. The message names only the host of the request,
 * so that it can be logged.
 */
export class HttpRequestError extends Error {
  override readonly name = 'HttpRequestError';
  /** Whether the site may have received the request. */
  readonly mayHaveArrived: boolean;
  /** Whether the host has an address that is neither public nor permitted. */
  readonly isForbidden: boolean;

  constructor(host: string, cause: unknown, timeoutMs: number) {
    const notConnected = cause instanceof ConnectError;
    super(`${host} ${reasonOf(notConnected ? cause.cause : cause, timeoutMs)}`);
    this.mayHaveArrived = !notConnected;
    this.isForbidden = notConnected && cause.cause instanceof ForbiddenAddressError;
  }
}

/** The largest body of an answer that is read, in bytes. */
const maxAnswerBytes = 100_000;

/**
 * Sends requests to other sites; no other code does. It resolves a name once, and connects only to the addresses that it has checked:
 * neither names and headers of a request nor the answer of a site can direct it to another address.
 */
export class HttpClient {
  readonly #agent: Agent;
  readonly #downloads: Agent;
  readonly #addressesOf: (host: string) => Promise<unknown>;

  /** @param allowed the value of `ALLOWED_PRIVATE_HOSTS` */
  constructor(allowed: readonly string[], resolve: ResolveHost = (host) => lookup(host, { all: true })) {
    const policy = new AddressPolicy(allowed);
    const connect = checkedConnector(policy, resolve);
    this.#addressesOf = (host) => permittedAddresses(host, policy, resolve);
    this.#agent = new Agent({ connect, maxResponseSize: maxAnswerBytes });
    this.#downloads = new Agent({ connect });
  }

  /** Sends a request to another site. @throws HttpRequestError when there is no complete answer. */
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
   * `fetch` for libraries that send requests themselves, under the same rules: permitted addresses, answers of limited size, no redirects.
   * @throws HttpRequestError when there is no answer.
   */
  async fetch(
    url: string,
    {
      timeoutMs,
      ...request
    }: Pick<HttpRequest, 'timeoutMs'> & {
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | URLSearchParams | undefined;
    },
  ): Promise<Response> {
    const { host } = addressOf(url);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const { body = null, ...rest } = request;
      const init = { ...rest, body, signal, redirect: 'manual', dispatcher: this.#agent } as const;
      const response = await fetch(url, init);
      // Read here, so that the timeout and the limit of size apply to the whole answer.
      const content = await response.text();
      return new Response(content === '' ? null : content, {
        status: response.status,
        headers: Object.fromEntries(response.headers),
      });
    } catch (error) {
      throw new HttpRequestError(
        host,
        error instanceof TypeError ? (error.cause ?? error) : error,
        timeoutMs,
      );
    }
  }

  /** Checks that a host has addresses, and that requests may be sent to all of them. @throws HttpRequestError */
  async check(url: string | URL, timeoutMs = 5_000): Promise<void> {
    const { host } = addressOf(url);
    const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
    await within(timeoutMs, this.#addressesOf(name)).catch((cause: unknown) => {
      throw new HttpRequestError(host, new ConnectError('not connected', { cause }), timeoutMs);
    });
  }

  /**
   * Requests a file of any size from another site. The timeout applies until the answer begins, and between two pieces of it.
   * @throws HttpRequestError when the site does not answer.
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
  try {
    yield* body;
  } catch (error) {
    throw failure(error);
  }
}

function addressOf(url: string | URL): { origin: string; host: string; path: string } {
  const { origin, protocol, host, pathname, search, username, password } = new URL(url);
  if (!/^https?:$/.test(protocol) || username || password)
    throw new TypeError(
      'The address of a request must begin with http or https, and must not contain a user and password',
    );
  return { origin, host, path: pathname + search };
}

/** The connection failed, so that nothing was sent. */
class ConnectError extends Error {}

class ForbiddenAddressError extends Error {
  constructor(address: string) {
    super(`has the private address ${address}; add it to ALLOWED_PRIVATE_HOSTS to permit requests`);
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

/**
 * Returns the addresses of a host. @throws ForbiddenAddressError when one of them is not permitted: no host has a good reason to mix public
 * and private ones
 */
async function permittedAddresses(host: string, policy: AddressPolicy, resolve: ResolveHost) {
  const addresses = await resolve(host);
  const forbidden = addresses.find(({ address }) => !policy.permits(host, address));
  if (forbidden) throw new ForbiddenAddressError(forbidden.address);
  return addresses;
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof ForbiddenAddressError) return error.message;
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return `answered with more than ${maxAnswerBytes} bytes`;
  const { name, code } = error as { name?: unknown; code?: unknown };
  const isLate =
    name === 'TimeoutError' ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError;
  if (isLate) return `did not answer within ${timeoutMs} ms`;
  return `did not accept the request: ${typeof code === 'string' ? code : String(name)}`;
}
