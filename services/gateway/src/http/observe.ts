import type { IncomingMessage } from 'node:http';
import { type Logger, Deadline, type Span, traced, traceHeader } from '@svc/service-kit';
import type { GatewayMetrics } from './gateway-metrics.ts';
import { newTraceparent, requestIdOf, traceparentOf } from './request-headers.ts';
import type { GatewayHandler, GatewayResponse, RequestState } from './request-state.ts';

/** The first step: creates the state of a request, and records its metrics and one log line when it ends. */
export function observe(options: {
  log: Logger;
  metrics: GatewayMetrics;
  timeoutMs: number;
}): GatewayHandler {
  return (request, response, next) => {
    const answered = (span?: Span) =>
      new Promise<void>((resolve) => {
        const state = startState(request, span, options);
        response.locals.state = state;
        response.setHeader('X-Request-Id', state.requestId);
        response.once('close', () => {
          // 499, as in nginx: the client closed the connection before the answer was complete.
          const status = response.writableFinished ? response.statusCode : 499;
          report(request.method, status, response, options.metrics);
          if (span) noteAnswer(span, status, state);
          resolve();
        });
        next();
      });
    void traced(() => requestSpan(request), answered);
  };
}

function requestSpan(request: IncomingMessage): Span {
  const method = knownMethod(request.method ?? '');
  return {
    name: method,
    kind: 'server',
    traceparent: traceparentOf(oneHeader(request, traceHeader)),
    isRoot: true,
    attributes: { 'http.request.method': method },
  };
}

function noteAnswer(span: Span, status: number, { route, requestId, code }: RequestState): void {
  span.name = `${span.name} ${route}`;
  Object.assign(span.attributes, {
    'http.route': route,
    'http.response.status_code': status,
    'svc.request_id': requestId,
    ...(code !== undefined && { 'svc.outcome': code }),
  });
  if (status >= 500) span.failure = code ?? String(status);
}

function report(method: string, status: number, response: GatewayResponse, metrics: GatewayMetrics): void {
  const { log, route, startedAt, actor, code, takesLong } = response.locals.state;
  const milliseconds = performance.now() - startedAt;
  metrics.requestDuration.observe({ method: knownMethod(method), route, status }, milliseconds / 1000);
  // A stream lasts as long as its reader stays.
  if (!takesLong) metrics.traffic.note({ status, milliseconds });
  const caller = actor && { userId: actor.userId, siteLinkId: actor.siteLinkId, apiKeyId: actor.key?.id };
  log.info({ method, route, status, code, ms: Math.round(milliseconds), ...caller }, 'request');
}

/** Clients can send any word as a method, and each would be a time series of its own. */
function knownMethod(method: string): string {
  return ['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'PATCH'].includes(method) ? method : 'other';
}

function startState(
  request: IncomingMessage,
  span: Span | undefined,
  options: { log: Logger; timeoutMs: number },
): RequestState {
  const requestId = requestIdOf(oneHeader(request, 'x-request-id'));
  const traceparent = span?.traceparent ?? traceparentOf(oneHeader(request, traceHeader)) ?? newTraceparent();
  return {
    requestId,
    traceparent,
    log: options.log.child({ requestId, traceparent }),
    startedAt: performance.now(),
    deadline: Deadline.after(options.timeoutMs),
    route: 'none',
    dialect: undefined,
    actor: undefined,
    hasSecret: false,
    takesLong: false,
    code: undefined,
  };
}

function oneHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
