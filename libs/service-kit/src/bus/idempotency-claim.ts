import type { Actor, Operation } from '@svc/contracts';

/** The right to carry out one write once: who asked, what, under which key. */
export interface IdempotencyClaim {
  readonly id: string;
  /** Tells a repeat from another request under the same key. */
  readonly requestHash: string;
}

/** A write as it came: whose, which, and its key if it had one. */
export interface WriteRequest {
  readonly operation: Operation;
  readonly actor: Actor;
  readonly key: string | undefined;
  readonly input: Uint8Array;
}

/** Where the answers of repeatable writes are kept. */
export interface KeptAnswers {
  /** The claim of a write that came with a key; undefined for reads and writes without one. */
  claimOf(request: WriteRequest): IdempotencyClaim | undefined;
  /**
   * The answer that was given under this claim, if any.
   * @throws ServiceError `idempotency_key_reused` when the key was used for another request.
   */
  find(claim: IdempotencyClaim): Promise<string | undefined>;
}
