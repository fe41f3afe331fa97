import { ServiceError, type Message } from '@svc/contracts';

/** The refusal of a login with the identity provider. */
export function refused(message: Message, cause?: unknown): ServiceError {
  return new ServiceError('sign_in_refused', message, { cause });
}
