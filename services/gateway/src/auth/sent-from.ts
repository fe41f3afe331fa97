import type { Request } from 'express';
import type { RequestState } from '../http/request-state.ts';
import type { SentFrom } from './authenticate.ts';

type Incoming = Pick<Request<Record<string, string>, unknown, unknown, unknown>, 'ip' | 'secure' | 'headers'>;

/**
 * Where a request came from. Behind proxies that are trusted (TRUST_PROXY) they say so, with X-Forwarded-For and
 * X-Forwarded-Proto; whatever else claims to know is not believed. In debug mode every request counts as secure.
 */
export function sentFrom(
  request: Incoming,
  { requestId, deadline, traceparent }: RequestState,
  debugMode: boolean,
): SentFrom {
  return {
    ...{ requestId, deadline, traceparent },
    // Looked up only for those who ask: most do not, and it takes a walk through what proxies say.
    get address() {
      return request.ip ?? '';
    },
    get isSecure() {
      return debugMode || (request.secure && allHopsSecure(request));
    },
  };
}

/**
 * Express believes the first of several protocols. It may be the client's own, in front of what the proxy has added, so none
 * of them may be another one.
 */
function allHopsSecure({ headers }: Incoming): boolean {
  const protocols = String(headers['x-forwarded-proto'] ?? 'https').split(',');
  return protocols.every((protocol) => protocol.trim().toLowerCase() === 'https');
}
