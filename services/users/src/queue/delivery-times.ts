import type { Backoff } from '@svc/service-kit';
import type { DeliveryState } from './delivery.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How long whoever has taken a delivery has it, in milliseconds: longer than sending one can take. */
export const leaseMs = 5 * minute;

/** For how long a refusal is followed by another attempt, in milliseconds. */
export const maxAgeMs = 3 * day;

/** One whose last sender has ended without a word after so many attempts is given up: it may be what ends them. */
export const maxAttempts = 10;

/** The waits after refusals. */
export const retryWaits: Backoff = { firstMs: minute, maxMs: 360 * minute };

/** How long a delivery that is over can be looked at, in milliseconds. An operator has longer for one that waits for them. */
export function keptFor(state: DeliveryState): number {
  return (state === 'failed' || state === 'uncertain' ? 90 : 30) * day;
}
