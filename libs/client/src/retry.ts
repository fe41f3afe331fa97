import type { ServiceError } from './errors.ts';

/** How often and after how long failed requests are repeated. */
export interface RetryPolicy {
  /** Repeats of a request, after its first attempt. */
  readonly retries: number;
  /** The longest delay of the first repeat, in milliseconds; it doubles with each repeat. */
  readonly baseDelayMs: number;
  /** The longest delay, in milliseconds. A request whose `Retry-After` is longer fails at once. */
  readonly maxDelayMs: number;
  /** A number from 0 to 1. */
  readonly random: () => number;
}

/**
 * The delay before a failed request is repeated, in milliseconds; undefined when it must not be. Requests are repeated only if nothing was written, or if
 * the service would not write it twice: every write has an `Idempotency-Key`. The delay is exponential with jitter, so that clients that failed together do not
 * return together, and at least `Retry-After`.
 * @param attempt The number of repeats so far.
 */
export function delayBeforeRetry(
  error: ServiceError,
  attempt: number,
  { retries, baseDelayMs, maxDelayMs, random }: RetryPolicy,
): number | undefined {
  const { retryAfterMs = 0 } = error;
  if (attempt >= retries || !isTemporary(error) || retryAfterMs > maxDelayMs) return undefined;
  const longest = Math.min(baseDelayMs * 2 ** attempt, maxDelayMs);
  return retryAfterMs + (longest / 2) * (1 + random());
}

/** Whether the same request may succeed later (docs/reference/errors.md). A list that takes too long, also 503, would take as long again. */
export function isTemporary({ code, status }: ServiceError): boolean {
  switch (code) {
    case 'connection_failed':
    case 'timed_out':
    case 'too_many_requests':
    case 'service_unavailable':
    case 'outcome_unknown':
      return true;
    case 'write_conflict':
      return status === 503;
    case 'unexpected_answer':
      return status === 429 || (status >= 502 && status <= 504);
    default:
      return false;
  }
}
