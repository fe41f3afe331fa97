import type { Actor, Operation } from '@svc/contracts';
import type { Logger } from '../log/create-logger.ts';
import type { Deadline } from '../time/deadline.ts';
import type { IdempotencyClaim } from './idempotency-claim.ts';

/** The argument of a handler: the parsed input, the caller and the deadline. */
export interface Call<Input = unknown> {
  readonly input: Input;
  readonly actor: Actor;
  readonly requestId: string;
  /** W3C Trace Context of the trace to which the work for this call belongs. */
  readonly traceparent?: string | undefined;
  readonly deadline: Deadline;
  readonly log: Logger;
  /** Present when this write must happen only once, however often it is sent; `Store.commit` ensures it. */
  readonly claim: IdempotencyClaim | undefined;
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

/** The answer of a read of one record, with the version of the record, which clients send when they change it. */
export class WithVersion<Output> {
  readonly output: Output;
  readonly version: number;

  constructor(output: Output, version: number) {
    this.output = output;
    this.version = version;
  }
}

/**
 * An answer with a warning: the client gets the output as its body and the warning as a `Warning` header (code 199). For
 * answers that are correct but incomplete, such as those of a fallback.
 */
export class WithWarning<Output> {
  readonly output: Output;
  /** An English text in ASCII, because headers carry no other characters. */
  readonly warning: string;

  constructor(output: Output, warning: string) {
    this.output = output;
    this.warning = warning;
  }
}

/** An operation with the function that answers it. */
export interface Handler<Deps> {
  readonly operation: Operation;
  readonly handle: (call: Call<never>, deps: Deps) => Promise<unknown>;
}

/**
 * Binds a function to the operation that it answers. Its types are those of the operation; it may also return the output as `RawJson`, with
 * a version, or with a warning.
 */
export function defineHandler<Deps, Input, Output>(
  operation: Operation<Input, Output>,
  handle: (
    call: Call<Input>,
    deps: Deps,
  ) => Promise<Output | RawJson | WithVersion<Output> | WithWarning<Output>>,
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
