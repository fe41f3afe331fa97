import type { MailState } from '@svc/contracts';
import type { Backoff } from '@svc/service-kit';
import type { DeclaredIndex } from '@svc/service-kit/store';

/** The state of a mail or push: see `mailStateSchema`. */
export type DeliveryState = MailState;

/** A message from a user to an address of a record. */
export interface OutgoingMessage {
  readonly to: string;
  readonly fromName: string;
  /** The Reply-To address; absent for the address of the site. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail or push, as stored. */
export interface Delivery<Content = unknown> {
  /** Contains the user and the commit, period or notification, so that it is queued once. */
  readonly _id: string;
  readonly kind: string;
  /** The receiver; for a message, its sender. */
  readonly userId: number;
  readonly notifications: readonly number[];
  /** Present if a user wrote the text. */
  readonly message?: OutgoingMessage;
  readonly state: DeliveryState;
  /** Whether it is sent before others that are due longer, because somebody waits for it. */
  readonly isUrgent: boolean;
  /** When the delivery is due; while it is leased, the end of the lease. */
  readonly dueAt: Date;
  readonly retryUntil: Date;
  readonly attempts: number;
  /** The holder of the lease. */
  readonly claim: string | null;
  readonly reason: string;
  /** The content sent or to be sent, if the route stores it. */
  readonly content: Content | null;
  readonly createdAt: Date;
  /** When MongoDB deletes the document; null until the delivery is over. */
  readonly expiresAt: Date | null;
}

export type Outcome =
  | { readonly state: 'sent' | 'kept' }
  /** To be retried; `isForAll` when no other delivery could be sent on this route either. */
  | { readonly state: 'waiting'; readonly reason: string; readonly isForAll?: boolean }
  /** `failed`: permanently. `uncertain`: possibly sent. */
  | { readonly state: 'failed' | 'uncertain' | 'dropped'; readonly reason: string };

/** The indexes of a route's deliveries; MongoDB deletes past ones after some time. */
export const deliveryIndexes: readonly DeclaredIndex[] = [
  [{ state: 1, dueAt: 1 }],
  [{ state: 1, isUrgent: -1, dueAt: 1 }],
  [{ userId: 1, kind: 1, createdAt: -1 }],
  [{ notifications: 1 }],
  [{ createdAt: -1, _id: 1 }],
  [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
];

const minute = 60_000;
const day = 24 * 60 * minute;

/** Milliseconds of a delivery's lease: longer than sending one can take. */
export const leaseMs = 5 * minute;

/** Milliseconds for which failed attempts are repeated. */
export const maxAgeMs = 3 * day;

/** Maximum attempts of a delivery whose senders all crashed: it may be the cause. */
export const maxAttempts = 10;

export const retryWaits: Backoff = { firstMs: minute, maxMs: 360 * minute };

/** Milliseconds for which a past delivery is kept; longer if it needs an operator. */
export function keptFor(state: DeliveryState): number {
  return (state === 'failed' || state === 'uncertain' ? 90 : 30) * day;
}
