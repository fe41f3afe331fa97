import { counted, msg, ServiceError } from '@svc/contracts';
import type { FailureCounter } from './failure-counter.ts';

/**
 * Limits the mails that a user sends to the addresses of records per hour, so that nobody can flood a mailbox.
 * @param counter with a window of an hour.
 */
export function messageLimiter(counter: FailureCounter, perHour: number) {
  /** @throws ServiceError `too_many_requests` with `retry_after` in seconds when the limit is exceeded. */
  return async (userId: number, mails: number): Promise<void> => {
    const seconds = await counter.take(`messages ${userId}`, mails, perHour);
    if (seconds === 0) return;
    const message = msg`You have sent the maximum of ${counted(perHour)} mails in an hour. Try again later.`;
    throw new ServiceError('too_many_requests', message, { data: { retry_after: seconds } });
  };
}
