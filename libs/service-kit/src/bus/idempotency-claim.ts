import type { Actor, Operation } from '@svc/contracts';

/** The right to carry out one write once: its caller, its operation and its key. */
export interface IdempotencyClaim {
  readonly id: string;
  /** A hash that distinguishes a repeat from another request under the same key. */
  readonly requestHash: string;
}

/** A write as it arrived: its caller, its operation and input, and its key if it has one. */
export interface WriteRequest {
  readonly operation: Operation;
  readonly actor: Actor;
  readonly key: string | undefined;
  readonly input: Uint8Array;
}

/** A stored answer as JSON, with the version of the record that it shows, if it shows one. */
export interface RepeatedAnswer {
  readonly answer: string;
  readonly version?: number;
}

/** Stores the answers of repeatable writes. */
export interface KeptAnswers {
  /** Returns the claim of a write with a key; undefined for reads and for writes without a key. */
  claimOf(request: WriteRequest): IdempotencyClaim | undefined;
  /**
   * Returns the answer that was given under this claim, if any.
   * @throws ServiceError `idempotency_key_reused` when the key was used for another request.
   */
  find(claim: IdempotencyClaim): Promise<RepeatedAnswer | undefined>;
}
