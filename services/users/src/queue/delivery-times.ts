import type { Backoff } from '@svc/service-kit';
import type { DeliveryState } from './delivery.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Milliseconds of a delivery's lease: longer than sending one can take. */
export const leaseMs = 5 * minute;

/** Milliseconds for which failed attempts are repeated. */
export const maxAgeMs = 3 * day;

/** Maximum attempts of a delivery whose senders all crashed: it may be the cause. */
export const maxAttempts = 10;

/** The delays after failed attempts. */
export const retryWaits: Backoff = { firstMs: minute, maxMs: 360 * minute };

/** Milliseconds for which a past delivery is kept; longer if it needs an operator. */
export function keptFor(state: DeliveryState): number {
  return (state === 'failed' || state === 'uncertain' ? 90 : 30) * day;
}
