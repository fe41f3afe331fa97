import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Actor, Dialect } from '@svc/contracts';
import type { Deadline, Logger } from '@svc/service-kit';

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
  /** The answer is not compressed: see `hasSecret` of endpoints. */
  hasSecret: boolean;
  /** A body is taken for as long as it comes. */
  takesLong: boolean;
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
