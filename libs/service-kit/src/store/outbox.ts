import { Schema, type Connection, type Model } from 'mongoose';

/** Something committed that has to be published: an event, or a command to another service. */
export interface OutboxItem {
  /** The event's or command's id; the bus drops a second one with the same. */
  readonly _id: string;
  readonly kind: 'event' | 'command';
  readonly subject: string;
  readonly body: string;
  readonly createdAt: Date;
  /** Place within its commit, so that what was committed together is published in order. */
  readonly position: number;
  /** W3C Trace Context of what has committed it. */
  readonly traceparent?: string;
  /** Why it can never be published. The relay leaves such an item alone; it is an operator's to repair or delete. */
  readonly refusal?: string;
}

const schema = new Schema<OutboxItem>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: ['event', 'command'], required: true },
    subject: { type: String, required: true },
    body: { type: String, required: true },
    createdAt: { type: Date, required: true },
    position: { type: Number, required: true },
    traceparent: { type: String },
    refusal: { type: String },
  },
  { versionKey: false, collection: 'outbox' },
);
schema.index({ createdAt: 1, position: 1 });

/** The outbox of a service: written in the transaction of a change, emptied by the relay. */
export function outboxModel(connection: Connection): Model<OutboxItem> {
  return connection.model<OutboxItem>('OutboxItem', schema);
}
