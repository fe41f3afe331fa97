import { turnOf, type Call } from '@svc/service-kit';
import type { RateCounter } from '@svc/service-kit/store';

export type ValueCheckLimiter = ReturnType<typeof valueCheckLimiter>;

/**
 * Limits how many values a caller may check for existing records, so that nobody can go through all telephone numbers.
 * @param counter with a window of an hour.
 */
export function valueCheckLimiter(counter: RateCounter, max: number) {
  /** @throws ServiceError `too_many_requests` with `retry_after` in seconds when the limit is exceeded. */
  return async (call: Pick<Call, 'actor' | 'deadline'>): Promise<void> => {
    if (call.actor.kind === 'system') return;
    await counter.limit('Too many checked values.', { key: turnOf(call).caller, max });
  };
}
