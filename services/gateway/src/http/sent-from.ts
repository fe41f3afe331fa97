import type { Request } from 'express';
import { isLoopback } from '@svc/service-kit';
import type { SentFrom } from '../auth/authenticate.ts';
import type { GatewayConfig } from '../config.ts';
import type { RequestState } from './request-state.ts';

type Incoming = Pick<
  Request<Record<string, string>, unknown, unknown, unknown>,
  'ip' | 'secure' | 'headers'
> & {
  readonly socket: {
    readonly remoteAddress?: string | undefined;
    readonly localAddress?: string | undefined;
  };
};

type SecurityConfig = Pick<GatewayConfig, 'DEBUG_MODE' | 'PUBLIC_URL' | 'TRUST_PROXY'>;

/**
 * Where a request came from. X-Forwarded-For and X-Forwarded-Proto are believed only from trusted proxies
 * (TRUST_PROXY). Requests that stay on this machine count as secure, and in debug mode all do.
 */
export function sentFrom(request: Incoming, state: RequestState, config: SecurityConfig): SentFrom {
  return new Sent(request, state, config);
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
  readonly #config: SecurityConfig;

  constructor(request: Incoming, { requestId, deadline, traceparent }: RequestState, config: SecurityConfig) {
    this.requestId = requestId;
    this.deadline = deadline;
    this.traceparent = traceparent;
    this.#request = request;
    this.#config = config;
  }

  get address(): string {
    return this.#request.ip ?? '';
  }

  get isSecure(): boolean {
    if (this.#config.DEBUG_MODE || isOnThisMachine(this.#request, this.#config)) return true;
    return this.#request.secure && allHopsSecure(this.#request);
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

/** Headers by which proxies can be recognized. */
const ofProxies = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

/**
 * Whether a request never leaves this machine. An installation whose public address is another than this machine's has a proxy in
 * front, and a proxy may pass requests of anybody on from here without any sign of it.
 */
function isOnThisMachine(
  { headers, socket }: Incoming,
  { PUBLIC_URL, TRUST_PROXY }: SecurityConfig,
): boolean {
  const { remoteAddress = '', localAddress = '' } = socket;
  if (!isLoopback(remoteAddress) || !isLoopback(localAddress) || TRUST_PROXY !== 0) return false;
  if (Object.keys(headers).some((name) => ofProxies.test(name))) return false;
  const requested = `http://${headers.host ?? ''}`;
  return [requested, PUBLIC_URL].every((url) => URL.canParse(url) && isLoopback(new URL(url).hostname));
}
