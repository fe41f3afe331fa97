import type { Request } from 'express';
import type { SentFrom } from '../auth/authenticate.ts';
import type { RequestState } from './request-state.ts';

type Incoming = Pick<Request<Record<string, string>, unknown, unknown, unknown>, 'ip' | 'secure' | 'headers'>;

/**
 * Where a request came from. X-Forwarded-For and X-Forwarded-Proto are believed only from trusted proxies
 * (TRUST_PROXY). In debug mode every request counts as secure.
 */
export function sentFrom(request: Incoming, state: RequestState, debugMode: boolean): SentFrom {
  return new Sent(request, state, debugMode);
}

/**
 * Getters, because few callers need the values and parsing proxy headers takes time. A class, because an object literal
 * with getters gets a hidden class of its own in V8, which keeps its request in memory for long.
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
 * Express uses the first of several protocols. The client may have sent it, before the one that the proxy added, so all
 * have to be https.
 */
function allHopsSecure({ headers }: Incoming): boolean {
  const protocols = String(headers['x-forwarded-proto'] ?? 'https').split(',');
  return protocols.every((protocol) => protocol.trim().toLowerCase() === 'https');
}
