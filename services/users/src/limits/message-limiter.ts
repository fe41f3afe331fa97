import { counted, msg, ServiceError } from '@svc/contracts';
import type { FailureCounter } from './failure-counter.ts';

/** Limits the mails that a user sends to the addresses of records per hour, so that nobody can flood a mailbox. */
export class MessageLimiter {
  readonly #counter: FailureCounter;
  readonly #perHour: number;

  /** @param counter with a window of an hour. */
  constructor(counter: FailureCounter, perHour: number) {
    this.#counter = counter;
    this.#perHour = perHour;
  }

  /** @throws ServiceError `too_many_requests` with `retry_after` in seconds when the limit is exceeded. */
  async take(userId: number, mails: number): Promise<void> {
    const seconds = await this.#counter.take(`messages ${userId}`, mails, this.#perHour);
    if (seconds === 0) return;
    const message = msg`You may send at most ${counted(this.#perHour)} mails an hour. Try again later.`;
    throw new ServiceError('too_many_requests', message, { data: { retry_after: seconds } });
  }
}
