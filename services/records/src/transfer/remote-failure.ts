import { ServiceError } from '@svc/contracts';

const longestMessage = 500;

/**
 * What is known of a request that got no good answer: `refused`, the other site says that it can not do anything with it;
 * `gone`, it has no longer what the request is about; `not done`, it did nothing with it this time; `unknown`, only the answer may be
 * lost.
 */
export type FailureKind = 'refused' | 'gone' | 'not done' | 'unknown';

/** Another site did not do what it was asked. */
export class RemoteFailure extends Error {
  readonly kind: FailureKind;

  /** `said` is what it says itself. */
  constructor(kind: FailureKind, said?: string) {
    const text = said?.replaceAll(/\s+/g, ' ').trim().slice(0, longestMessage).toWellFormed();
    super(text ? text : 'Unknown error.');
    this.kind = kind;
  }

  /** What the client is told. */
  toServiceError(): ServiceError {
    return new ServiceError('transfer', this.message);
  }
}
