import type { Actor, Operation } from '@svc/contracts';
import type { Logger } from '../log/create-logger.ts';
import type { Deadline } from '../time/deadline.ts';
import type { IdempotencyClaim } from './idempotency-claim.ts';
import type { RequestClient } from './wire.ts';

/** The argument of a handler: the parsed input, the caller and the deadline. */
export interface Call<Input = unknown> {
  readonly input: Input;
  readonly actor: Actor;
  readonly requestId: string;
  /** W3C Trace Context of the trace to which the work for this call belongs. */
  readonly traceparent?: string | undefined;
  readonly deadline: Deadline;
  readonly log: Logger;
  /** The client that sent the change, for the audit log. */
  readonly client?: RequestClient | undefined;
  /** Present when this write must happen only once, however often it is sent; `Store.commit` ensures it. */
  readonly claim: IdempotencyClaim | undefined;
  /** Adds the version of the record that the answer shows to the reply; `Store.commit` calls it. */
  readonly noteVersion?: ((version: number) => void) | undefined;
  /** Calls another operation as the same actor, within the same deadline or an earlier given one. */
  ask<OtherInput, Output>(
    operation: Operation<OtherInput, Output>,
    input: OtherInput,
    sooner?: Deadline,
  ): Promise<Output>;
}

/** The answer of a read as JSON in UTF-8. It is sent unchanged, and not checked against the schema of the operation. */
export class RawJson {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** The values of an answer's headers. */
interface AnswerHeaders {
  /** The version of the record that the answer shows, which clients send when they change it. */
  readonly version?: number;
  /**
   * An English text in ASCII, because headers carry no other characters: why an answer is correct but incomplete, such as that of a
   * fallback. The client gets it as a `Warning` header (code 199).
   */
  readonly warning?: string;
}

/** An answer whose client gets these values in headers, beside the output in the body. */
export class AnswerWith<Output> {
  readonly headers: AnswerHeaders;
  readonly output: Output;

  constructor(headers: AnswerHeaders, output: Output) {
    this.headers = headers;
    this.output = output;
  }
}

/** An operation with the function that answers it. */
export interface Handler<Deps> {
  readonly operation: Operation;
  readonly handle: (call: Call<never>, deps: Deps) => Promise<unknown>;
}

/**
 * Binds a function to the operation that it answers. Its types are those of the operation; it may also return the output as `RawJson`, or
 * with a version or a warning.
 */
export function defineHandler<Deps, Input, Output>(
  operation: Operation<Input, Output>,
  handle: (call: Call<Input>, deps: Deps) => Promise<Output | RawJson | AnswerWith<Output>>,
): Handler<Deps> {
  return { operation, handle };
}

/** Binds handlers to their dependencies, which may depend on the caller. */
export function boundHandlers<Deps>(
  handlers: readonly Handler<Deps>[],
  depsFor: (actor: Actor) => Deps,
): Handler<unknown>[] {
  return handlers.map(({ operation, handle }) => ({
    operation,
    handle: (call) => handle(call, depsFor((call as Call).actor)),
  }));
}
