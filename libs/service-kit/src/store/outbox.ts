import type { Connection, Model } from 'mongoose';
import { storedModel } from './stored-model.ts';

/** A committed event, or command to another service, that has to be published. */
export interface OutboxItem {
  /** The id of the event or command; the bus drops a duplicate. */
  readonly _id: string;
  readonly kind: 'event' | 'command';
  readonly subject: string;
  readonly body: string;
  readonly createdAt: Date;
  /** The position within its commit, in which order the items are published. */
  readonly position: number;
  /** W3C Trace Context of the work that committed it. */
  readonly traceparent?: string;
  /** Why the item can never be published. The relay skips it; an operator has to repair or delete it. */
  readonly refusal?: string;
}

/** Makes the model of the outbox of a service, which is written in the transaction of a change and emptied by the relay. */
export function outboxModel(connection: Connection): Model<OutboxItem> {
  return storedModel<OutboxItem>(connection, 'outbox', [{ createdAt: 1, position: 1 }]);
}
