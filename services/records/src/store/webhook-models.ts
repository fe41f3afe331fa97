import type { ListQuery, webhookEvents, WebhookShape } from '@svc/contracts';
import type { DeclaredIndex } from '@svc/service-kit/store';

/** An event that webhooks can receive. */
export type WebhookEvent = (typeof webhookEvents)[number];

/** A webhook as it is stored. */
export interface WebhookDocument {
  readonly _id: number;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly postTypes: readonly string[] | null;
  readonly fields: readonly string[] | null;
  readonly filter: ListQuery | null;
  readonly body: WebhookShape['body'];
  /** The user whose rights decide what is delivered, and the user who created it. */
  readonly asUser: number;
  readonly owner: number;
  /** Encrypted. The second is the former one, valid until a time. */
  readonly secret: string;
  readonly formerSecret: { readonly secret: string; readonly until: Date } | null;
  readonly state: WebhookShape['state'];
  readonly reason: string | null;
  readonly createdAt: Date;
}

/** An attempt to send a delivery. */
export interface WebhookAttempt {
  readonly at: Date;
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
}

/** A delivery of an event to a webhook. */
export interface WebhookDelivery {
  /** The id of the message, by which the receiver recognizes a repetition. */
  readonly _id: string;
  readonly webhookId: number;
  readonly event: string;
  readonly postType: string;
  readonly recordId: number;
  /** The sequence of the event: deliveries about one record are sent in this order. */
  readonly seq: number;
  /** The JSON that is sent. */
  readonly content: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: readonly WebhookAttempt[];
  /** Attempts that failed or are under way, since it was queued or sent again. */
  readonly failures: number;
  /** When it is due; while it is leased, the end of the lease. */
  readonly dueAt: Date;
  readonly retryUntil: Date;
  readonly claim: string | null;
  /** Why the last attempt failed; absent before the first failure. */
  readonly reason?: string;
  readonly createdAt: Date;
  /** When MongoDB deletes the document; null until the delivery is over. */
  readonly expiresAt: Date | null;
}

export const webhookDeliveryIndexes: readonly DeclaredIndex[] = [
  [{ state: 1, dueAt: 1 }],
  [{ webhookId: 1, state: 1, postType: 1, recordId: 1, seq: 1 }],
  [{ webhookId: 1, createdAt: -1 }],
  [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
];
