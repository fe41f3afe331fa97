import type { Request } from 'express';
import type { SentFrom } from '../auth/authenticate.ts';
import type { RequestState } from './request-state.ts';

type Incoming = Pick<Request<Record<string, string>, unknown, unknown, unknown>, 'ip' | 'secure' | 'headers'>;

/**
 * Where a request came from. Behind proxies that are trusted (TRUST_PROXY) they say so, with X-Forwarded-For and
 * X-Forwarded-Proto; whatever else claims to know is not believed. In debug mode every request counts as secure.
 */
export function sentFrom(request: Incoming, state: RequestState, debugMode: boolean): SentFrom {
  return new Sent(request, state, debugMode);
}

/**
 * Looked up only for those who ask: most do not, and it takes a walk through what proxies say. A class, because each object with getters of
 * its own gets a shape of its own, by which the engine keeps its request in memory for long.
 */
class Sent implements SentFrom {
  readonly requestId;
  readonly deadline;
  readonly traceparent;
  readonly #request: Incoming;
  readonly #debugMode: boolean;

  constructor(request: Incoming, { requestId, deadline, traceparent }: RequestState, debugMode: boolean) {
    this.requestId = requestId;
    this.deadline = deadline;
    this.traceparent = traceparent;
    this.#request = request;
    this.#debugMode = debugMode;
  }

  get address(): string {
    return this.#request.ip ?? '';
  }

  get isSecure(): boolean {
    return this.#debugMode || (this.#request.secure && allHopsSecure(this.#request));
  }

  get userAgent(): string {
    return this.#request.headers['user-agent'] ?? '';
  }
}

/**
 * Express believes the first of several protocols. It may be the client's own, in front of what the proxy has added, so none
 * of them may be another one.
 */
function allHopsSecure({ headers }: Incoming): boolean {
  const protocols = String(headers['x-forwarded-proto'] ?? 'https').split(',');
  return protocols.every((protocol) => protocol.trim().toLowerCase() === 'https');
}
