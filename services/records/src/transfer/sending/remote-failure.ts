import { inEnglish, ServiceError, type Message } from '@svc/contracts';

/**
 * What is known of a request without a good answer. `refused`: the other site cannot process it. `gone`: the other site no longer has the
 * contact. `not done`: the other site did nothing this time. `unknown`: it may have been processed and only the answer lost.
 */
export type FailureKind = 'refused' | 'gone' | 'not done' | 'unknown';

export class RemoteFailure extends Error {
  readonly kind: FailureKind;
  readonly #message: Message;

  /** `message` is shown to the client: which site failed, and why. */
  constructor(kind: FailureKind, message: Message) {
    super(inEnglish(message));
    this.kind = kind;
    this.#message = message;
  }

  toServiceError(): ServiceError {
    return new ServiceError('transfer', this.#message);
  }
}
