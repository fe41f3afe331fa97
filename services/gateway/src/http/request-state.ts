import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Actor, Dialect } from '@svc/contracts';
import type { Deadline, Logger } from '@svc/service-kit';

/** The state of a request while it is answered. */
export interface RequestState {
  readonly requestId: string;
  readonly traceparent: string;
  readonly log: Logger;
  /** From `performance.now()`, in milliseconds. */
  readonly startedAt: number;
  /** Extended by the time that the client takes to send the body. */
  deadline: Deadline;
  /** The path pattern of the matched endpoint, for logs and metrics: paths themselves would be too many. */
  route: string;
  /** The dialect of the API, from the prefix of the path. */
  dialect: Dialect;
  /** The caller, once authenticated; always undefined on public endpoints. */
  actor: Actor | undefined;
  /** Whether the answer is sent uncompressed: see `hasSecret` of endpoints. */
  hasSecret: boolean;
  /** Whether the duration says nothing about the service: an upload, a stream, or an answer that waits for changes. */
  takesLong: boolean;
  /** The code of the error in the answer. */
  code: string | undefined;
}

// A type, not an interface: express asks for an index signature.
type Locals = { state: RequestState };
type Params = Record<string, string>;

/** A response with the state of its request in `locals`. */
export type GatewayResponse = Response<unknown, Locals>;

export type GatewayHandler = RequestHandler<Params, unknown, unknown, unknown, Locals>;

export type GatewayErrorHandler = ErrorRequestHandler<Params, unknown, unknown, unknown, Locals>;
