import type { FailureLimit, RateCounter } from '@svc/service-kit/store';
import { networkOf } from './network-of.ts';

export type BearerLimiter = ReturnType<typeof bearerLimiter>;

/** Limits requests from an address with bearers that no site link accepts, like failed logins. */
export function bearerLimiter(failures: RateCounter, max: number) {
  const limitOf = (address: string): FailureLimit => ({
    key: `bearer ${networkOf(address)}`,
    max,
    then: 'window',
  });
  return {
    /** @throws ServiceError `too_many_requests` with `retry_after` in seconds when the window is full. */
    check: (address: string) => failures.check('Too many attempts with invalid tokens.', [limitOf(address)]),
    failed: (address: string) => failures.count(limitOf(address)),
  };
}
