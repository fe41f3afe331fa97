import { Schema, type Connection, type Model } from 'mongoose';

/**
 * Where a delivery stands. `waiting` and `sending` change by themselves; `failed` (refused for good, or for days) and
 * `uncertain` (nobody knows whether it went out) are an operator's. `kept` is what nothing sends, `dropped` what had nothing
 * left to say or nobody to say it to.
 */
export const deliveryStates = [
  'waiting',
  'sending',
  'sent',
  'kept',
  'failed',
  'uncertain',
  'dropped',
] as const;

/** Where a delivery stands: see `deliveryStates`. */
export type DeliveryState = (typeof deliveryStates)[number];

/** Something that goes out of the house to one user, by mail or by push, as it is stored. */
export interface Delivery<Content = unknown> {
  /** Made of the user and what it tells of, so that it is there once. */
  readonly _id: string;
  readonly kind: string;
  readonly userId: number;
  /** Ids of the notifications that it tells of. */
  readonly notifications: readonly number[];
  readonly state: DeliveryState;
  /** When it is to be looked at: sent, or, while somebody has it, given up by them. */
  readonly dueAt: Date;
  /** A refusal later than this is the last one. */
  readonly giveUpAt: Date;
  readonly attempts: number;
  /** Of whoever has it at the moment. */
  readonly claim: string | null;
  /** Why it is in this state. */
  readonly reason: string;
  /** What went out, or was about to. */
  readonly content: Content | null;
  readonly createdAt: Date;
  /** When it is dropped from the database; null while it may still change. */
  readonly expiresAt: Date | null;
}

const text = { type: String, required: true };
const time = { type: Date, required: true };

function deliverySchema(collection: string): Schema<Delivery> {
  const schema = new Schema<Delivery>(
    {
      _id: text,
      kind: text,
      userId: { type: Number, required: true },
      notifications: { type: [Number], required: true },
      state: { type: String, enum: deliveryStates, required: true },
      dueAt: time,
      giveUpAt: time,
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
  schema.index({ notifications: 1 });
  schema.index({ createdAt: -1, _id: 1 });
  return schema;
}

/** The collection of the deliveries of one way out; MongoDB drops those that are long over. */
export function deliveryModel(connection: Connection, collection: string): Model<Delivery> {
  return connection.model<Delivery>(`Delivery of ${collection}`, deliverySchema(collection));
}
