import type { IncomingMessage } from 'node:http';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Actor, Dialect } from '@svc/contracts';
import { Deadline, type Logger } from '@svc/service-kit';
import { requestIdOf } from './request-id.ts';
import { traceparentOf } from './traceparent.ts';

/** What the gateway knows of a request while it answers it. */
export interface RequestState {
  readonly requestId: string;
  readonly traceparent: string;
  readonly log: Logger;
  /** Milliseconds, of `performance.now()`. */
  readonly startedAt: number;
  /** Moves on by the time that the client takes to send the body. */
  deadline: Deadline;
  /** The path pattern of the endpoint that answers, for logs and metrics; paths themselves are too many. */
  route: string;
  /** Whose rules it follows, by the prefix of its path. */
  dialect: Dialect;
  /** Who sent it, once that is known; endpoints that are open never know. */
  actor: Actor | undefined;
  /** The code of the error that was answered. */
  code: string | undefined;
}

// A type, not an interface: express asks for an index signature.
type Locals = { state: RequestState };
type Params = Record<string, string>;

/** A response with the state of its request in `locals`. */
export type GatewayResponse = Response<unknown, Locals>;

/** A step on the way of a request. */
export type GatewayHandler = RequestHandler<Params, unknown, unknown, unknown, Locals>;

/** The step for whatever a step has thrown. */
export type GatewayErrorHandler = ErrorRequestHandler<Params, unknown, unknown, unknown, Locals>;

/** The state of a request that has just come in. */
export function startState(
  request: IncomingMessage,
  options: { log: Logger; patience: number },
): RequestState {
  const requestId = requestIdOf(oneHeader(request, 'x-request-id'));
  return {
    requestId,
    traceparent: traceparentOf(oneHeader(request, 'traceparent')),
    log: options.log.child({ requestId }),
    startedAt: performance.now(),
    deadline: Deadline.after(options.patience),
    route: 'none',
    dialect: undefined,
    actor: undefined,
    code: undefined,
  };
}

function oneHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
