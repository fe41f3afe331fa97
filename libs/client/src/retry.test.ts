import { expect, test } from '@jest/globals';
import type { ErrorCode } from './error-codes.ts';
import { ServiceError } from './errors.ts';
import { delayBeforeRetry } from './retry.ts';

const policy = { retries: 3, baseDelayMs: 100, maxDelayMs: 1_000, random: () => 1 };

function failure(code: ErrorCode, status: number, retryAfterMs?: number): ServiceError {
  return new ServiceError({ code, message: '', status, data: {}, requestId: undefined, retryAfterMs });
}

test.each<[ErrorCode, number]>([
  ['connection_failed', 0],
  ['timed_out', 0],
  ['too_many_requests', 429],
  ['service_unavailable', 503],
  ['outcome_unknown', 503],
  ['write_conflict', 503],
  ['unexpected_answer', 502],
  ['unexpected_answer', 504],
])('repeats a request after %s with status %i', (code, status) => {
  expect(delayBeforeRetry(failure(code, status), 0, policy)).toBe(100);
});

test.each<[ErrorCode, number]>([
  ['precondition_failed', 412],
  ['write_conflict', 409],
  ['update_post', 400],
  ['get_post', 403],
  ['jwt_auth_failed', 403],
  // The list would take as long again, and so would the extension.
  ['search_viewable_post', 503],
  ['extension_refused', 503],
  ['internal_error', 500],
  ['unexpected_answer', 404],
])('does not repeat a request after %s with status %i', (code, status) => {
  expect(delayBeforeRetry(failure(code, status), 0, policy)).toBeUndefined();
});

test('doubles the delay up to the longest, and ends after the last repeat', () => {
  const delays = [0, 1, 2, 3].map((attempt) =>
    delayBeforeRetry(failure('timed_out', 0), attempt, { ...policy, maxDelayMs: 300 }),
  );
  expect(delays).toEqual([100, 200, 300, undefined]);
});

test('shortens the delay by up to a half at random', () => {
  const delay = (random: number) =>
    delayBeforeRetry(failure('timed_out', 0), 0, { ...policy, random: () => random });
  expect([0, 0.5, 1].map(delay)).toEqual([50, 75, 100]);
});

test('waits at least Retry-After, and fails at once when that is too long', () => {
  expect(delayBeforeRetry(failure('too_many_requests', 429, 1_000), 0, policy)).toBe(1_100);
  expect(delayBeforeRetry(failure('too_many_requests', 429, 2_000), 0, policy)).toBeUndefined();
});
