import { Schema, type Connection, type Model } from 'mongoose';
import { mailStateSchema, type MailState } from '@svc/contracts';

/** Where a delivery stands, by mail or by push: see `mailStateSchema`. */
export type DeliveryState = MailState;

/** What a user writes to somebody who is no user. */
export interface OutgoingMessage {
  readonly to: string;
  readonly fromName: string;
  /** Where answers go; absent for the address of the site. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
}

/** Something that goes out of the house, by mail or by push, as it is stored. */
export interface Delivery<Content = unknown> {
  /** Made of the user and what it tells of, so that it is there once. */
  readonly _id: string;
  readonly kind: string;
  /** Whom it is for; of a message, who sends it. */
  readonly userId: number;
  /** Ids of the notifications that it tells of. */
  readonly notifications: readonly number[];
  /** What it says, where a user has written it. */
  readonly message?: OutgoingMessage;
  readonly state: DeliveryState;
  /** Whether it goes before what has been due for longer: somebody waits for it. */
  readonly isUrgent: boolean;
  /** When it is to be looked at: sent, or, while somebody has it, given up by them. */
  readonly dueAt: Date;
  /** A refusal later than this is the last one. */
  readonly retryUntil: Date;
  readonly attempts: number;
  /** Of whoever has it at the moment. */
  readonly claim: string | null;
  /** Why it is in this state. */
  readonly reason: string;
  /** What went out, or was about to, where the route keeps it. */
  readonly content: Content | null;
  readonly createdAt: Date;
  /** When it is dropped from the database; null while it may still change. */
  readonly expiresAt: Date | null;
}

/** What became of an attempt to send something. */
export type Outcome =
  | { readonly state: 'sent' | 'kept' }
  /** Not now; `isForAll` where nothing else would go out by this route either. */
  | { readonly state: 'waiting'; readonly reason: string; readonly isForAll?: boolean }
  /** `failed`: never. `uncertain`: nobody knows. */
  | { readonly state: 'failed' | 'uncertain' | 'dropped'; readonly reason: string };

const text = { type: String, required: true };
const time = { type: Date, required: true };

function deliverySchema(collection: string): Schema<Delivery> {
  const schema = new Schema<Delivery>(
    {
      _id: text,
      kind: text,
      userId: { type: Number, required: true },
      notifications: { type: [Number], required: true },
      message: { type: Schema.Types.Mixed },
      state: { type: String, enum: mailStateSchema.options, required: true },
      isUrgent: { type: Boolean, default: false },
      dueAt: time,
      retryUntil: time,
      attempts: { type: Number, required: true },
      claim: { type: String, default: null },
      reason: { type: String, default: '' },
      content: { type: Schema.Types.Mixed, default: null },
      createdAt: time,
      expiresAt: { type: Date, default: null, expires: 0 },
    },
    { versionKey: false, collection },
  );
  schema.index({ state: 1, dueAt: 1 });
  schema.index({ state: 1, isUrgent: -1, dueAt: 1 });
  schema.index({ userId: 1, kind: 1, createdAt: -1 });
  schema.index({ notifications: 1 });
  schema.index({ createdAt: -1, _id: 1 });
  return schema;
}

/** The collection of the deliveries of one way out; MongoDB drops those that are long over. */
export function deliveryModel(connection: Connection, collection: string): Model<Delivery> {
  return connection.model<Delivery>(`Delivery of ${collection}`, deliverySchema(collection));
}
