import { counted, msg, ServiceError, type Message } from '@svc/contracts';
import type { RateCounter } from '@svc/service-kit/store';

/** How many mails to the addresses of records are sent in an hour: by one user, and by all together. */
export interface MessageLimits {
  readonly ofUser: number;
  readonly ofAll: number;
}

/**
 * Limits the mails to the addresses of records per hour, so that nobody can flood a mailbox, or use up what the mail server accepts.
 * @param counter with a window of an hour.
 */
export function messageLimiter(counter: RateCounter, { ofUser, ofAll }: MessageLimits) {
  /** @throws ServiceError `too_many_requests` with `retry_after` in seconds when the limit is exceeded. */
  return async (userId: number, mails: number): Promise<void> => {
    const seconds = await counter.take(`messages ${userId}`, mails, ofUser);
    if (seconds > 0)
      throw refusal(
        msg`You have sent the maximum of ${counted(ofUser)} mails in an hour. Try again later.`,
        seconds,
      );
    const secondsOfAll = await counter.take('messages', mails, ofAll);
    if (secondsOfAll > 0)
      throw refusal(
        'All users together have sent the maximum number of mails in an hour. Try again later.',
        secondsOfAll,
      );
  };
}

function refusal(message: Message, seconds: number): ServiceError {
  return new ServiceError('too_many_requests', message, { data: { retry_after: seconds } });
}
