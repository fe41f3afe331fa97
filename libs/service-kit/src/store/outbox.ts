import { randomUUID } from 'node:crypto';
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

type OfEntry = '_id' | 'createdAt' | 'position';

/** A document of the outbox: one item, or `items` of one transaction, in their order, since one document costs less than one for each. */
export interface OutboxEntry extends Pick<OutboxItem, OfEntry>, Partial<Omit<OutboxItem, OfEntry>> {
  readonly items?: readonly OutboxItem[];
}

/** The items of a document of the outbox, in their order. */
export function itemsOf(entry: OutboxEntry): readonly OutboxItem[] {
  return entry.items ?? [entry as OutboxItem];
}

/** The largest number of items in a document, and of characters of their bodies: a document has 16 MB at most. */
const most = { items: 200, size: 2_000_000 };

/** Makes the documents of the outbox for the items of a transaction. */
export function toEntries(items: readonly OutboxItem[]): OutboxEntry[] {
  const parts: OutboxItem[][] = [];
  let size = 0;
  for (const item of items) {
    const part = parts.at(-1);
    if (!part || part.length >= most.items || size + item.body.length > most.size) {
      parts.push([item]);
      size = item.body.length;
    } else {
      part.push(item);
      size += item.body.length;
    }
  }
  return parts.map(([first, ...others], position) => {
    const { createdAt } = first as OutboxItem;
    if (others.length === 0) return { ...(first as OutboxItem), position };
    return { _id: randomUUID(), createdAt, position, items: [first as OutboxItem, ...others] };
  });
}

/** Makes the model of the outbox of a service, which is written in the transaction of a change and emptied by the relay. */
export function outboxModel(connection: Connection): Model<OutboxEntry> {
  return storedModel<OutboxEntry>(connection, 'outbox', [{ createdAt: 1, position: 1 }]);
}
