import type { Actor, Operation } from '@svc/contracts';
import type { Logger } from '../log/create-logger.ts';
import type { Deadline } from '../time/deadline.ts';
import type { IdempotencyClaim } from './idempotency-claim.ts';
import type { RawJson } from './raw-json.ts';
import type { WithVersion, WithWarning } from './with-warning.ts';

/** What a handler gets: the parsed input and everything about who asked and how long there is. */
export interface Call<Input = unknown> {
  readonly input: Input;
  readonly actor: Actor;
  readonly requestId: string;
  /** W3C Trace Context: what is done for this call is part of. */
  readonly traceparent?: string | undefined;
  readonly deadline: Deadline;
  readonly log: Logger;
  /** Present when this write has to happen once however often it is sent; `Store.commit` sees to it. */
  readonly claim: IdempotencyClaim | undefined;
  /** Asks another operation as the same caller, within the same deadline unless a sooner one is given. */
  ask<OtherInput, Output>(
    operation: Operation<OtherInput, Output>,
    input: OtherInput,
    sooner?: Deadline,
  ): Promise<Output>;
}

/** One operation with the function that answers it. */
export interface Handler<Deps> {
  readonly operation: Operation;
  readonly handle: (call: Call<never>, deps: Deps) => Promise<unknown>;
}

/**
 * Ties a function to the operation it answers; its input and output types are the operation's, or the output as ready JSON with its version
 * or with a warning.
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

/** Handlers with what they work with, which may depend on who calls. */
export function boundHandlers<Deps>(
  handlers: readonly Handler<Deps>[],
  depsFor: (actor: Actor) => Deps,
): Handler<unknown>[] {
  return handlers.map(({ operation, handle }) => ({
    operation,
    handle: (call) => handle(call, depsFor((call as Call).actor)),
  }));
}
