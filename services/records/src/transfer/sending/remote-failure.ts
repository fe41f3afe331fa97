import { inEnglish, ServiceError, type Message } from '@svc/contracts';

/**
 * What is known of a request that got no good answer: `refused`, the other site says that it cannot do anything with it;
 * `gone`, it has no longer what the request is about; `not done`, it did nothing with it this time; `unknown`, only the answer may be
 * lost.
 */
export type FailureKind = 'refused' | 'gone' | 'not done' | 'unknown';

/** Another site did not do what it was asked. */
export class RemoteFailure extends Error {
  readonly kind: FailureKind;
  readonly #message: Message;

  /** `message` is what the client is told: which site, and why. */
  constructor(kind: FailureKind, message: Message) {
    super(inEnglish(message));
    this.kind = kind;
    this.#message = message;
  }

  toServiceError(): ServiceError {
    return new ServiceError('transfer', this.#message);
  }
}
